import hashlib
import os

import boto3
from botocore.exceptions import ClientError
from flask import Flask, jsonify, redirect, request

app = Flask(__name__)
links = boto3.resource("dynamodb").Table(os.environ["LINKS"])


def code_of(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()[:10]


@app.route("/links", methods=["POST"])
def shorten():
    url = request.get_json()["url"]
    if not url.startswith(("http://", "https://")):
        return jsonify({"error": "only http(s) links"}), 400
    code = code_of(url)
    try:
        links.put_item(
            Item={"code": code, "url": url},
            ConditionExpression="attribute_not_exists(code)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return jsonify({"code": code}), 201


@app.route("/<code>", methods=["GET"])
def follow(code):
    item = links.get_item(Key={"code": code}).get("Item")
    if item is None:
        return jsonify({"error": "unknown link"}), 404
    return redirect(item["url"], code=302)
