import boto3
from flask import Flask, abort, jsonify, request

app = Flask(__name__)
flags = boto3.resource("dynamodb").Table("flags")


@app.errorhandler(404)
def not_found(error):
    return jsonify(error="no such flag"), 404


@app.get("/flags/<name>")
def get_flag(name):
    item = flags.get_item(Key={"name": name}).get("Item")
    if item is None:
        abort(404)
    return jsonify(name=name, enabled=item["enabled"])


@app.put("/flags/<name>")
def put_flag(name):
    body = request.get_json()
    flags.update_item(
        Key={"name": name},
        UpdateExpression="SET enabled = :e",
        ExpressionAttributeValues={":e": bool(body["enabled"])},
    )
    return "", 204
