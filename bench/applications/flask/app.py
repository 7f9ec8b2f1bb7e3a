import os

import boto3
from flask import Flask, jsonify, request

app = Flask(__name__)
users = boto3.resource("dynamodb").Table(os.environ["USERS_TABLE"])


@app.route("/users/<string:user_id>")
def get_user(user_id):
    item = users.get_item(Key={"userId": user_id}).get("Item")
    if not item:
        return jsonify({"error": "Could not find user"}), 404
    return jsonify({"userId": item["userId"], "name": item["name"]})


@app.route("/users", methods=["POST"])
def create_user():
    user_id = request.json.get("userId")
    name = request.json.get("name")
    if not user_id or not name:
        return jsonify({"error": "Please provide userId and name"}), 400
    users.put_item(Item={"userId": user_id, "name": name})
    return jsonify({"userId": user_id, "name": name})
