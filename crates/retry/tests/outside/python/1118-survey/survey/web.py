import os

import boto3
import serverless_wsgi
from flask import Flask, abort, jsonify, request

app = Flask(__name__)
dynamodb = boto3.resource("dynamodb")
answers = dynamodb.Table(os.environ["ANSWERS"])


@app.route("/surveys/<survey>/answers/<respondent>", methods=["PUT"])
def submit(survey, respondent):
    payload = request.get_json()
    if "answers" not in payload:
        abort(400)
    try:
        answers.put_item(
            Item={"survey": survey, "respondent": respondent, "answers": payload["answers"]},
            ConditionExpression="attribute_not_exists(respondent)",
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        app.logger.info("%s has answered before", respondent)
    return jsonify({"thanks": respondent}), 200


@app.route("/surveys/<survey>/answers/<respondent>", methods=["GET"])
def show(survey, respondent):
    found = answers.get_item(Key={"survey": survey, "respondent": respondent})
    if "Item" not in found:
        abort(404)
    return jsonify(found["Item"]["answers"])


def handler(event, context):
    return serverless_wsgi.handle_request(app, event, context)
