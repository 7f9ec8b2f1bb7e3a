import os

import awsgi
import boto3
from boto3.dynamodb.conditions import Key
from flask import Flask, jsonify

app = Flask(__name__)
table = boto3.resource("dynamodb").Table(os.environ["EXHIBITS_TABLE"])


def exhibits_of(room):
    arguments = {"KeyConditionExpression": Key("room").eq(room)}
    while True:
        page = table.query(**arguments)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def public(item):
    return {"number": int(item["number"]), "title": item["title"], "artist": item.get("artist")}


@app.route("/rooms/<room>")
def list_room(room):
    return jsonify([public(item) for item in exhibits_of(room)])


@app.route("/rooms/<room>/<int:number>")
def show(room, number):
    item = table.get_item(Key={"room": room, "number": number}).get("Item")
    if item is None:
        return jsonify(error="not found"), 404
    return jsonify(public(item))


def handler(event, context):
    return awsgi.response(app, event, context)
