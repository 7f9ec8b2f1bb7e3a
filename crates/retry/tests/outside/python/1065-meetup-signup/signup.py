import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError
from flask import Flask, jsonify, request

app = Flask(__name__)
table = boto3.resource("dynamodb").Table(os.environ["SIGNUPS"])


def created(item):
    return jsonify({"email": item["email"], "at": item["at"]}), 201


@app.route("/meetups/<meetup>/signups", methods=["POST"])
def sign_up(meetup):
    body = request.get_json()
    item = {
        "meetup": meetup,
        "email": body["email"],
        "phone": body["phone"],
        "request": body["request_id"],
        "at": datetime.now(timezone.utc).isoformat(),
    }
    try:
        table.put_item(Item=item, ConditionExpression="attribute_not_exists(email)")
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        stored = table.get_item(Key={"meetup": meetup, "email": item["email"]})["Item"]
        if stored["request"] != item["request"]:
            return jsonify({"error": "already signed up"}), 409
        return created(stored)
    return created(item)
