import json
import os

import bcrypt
import boto3

from auth.tokens import issue

users = boto3.resource("dynamodb").Table(os.environ["USERS"])


def login(event, context):
    body = json.loads(event["body"])
    user = users.get_item(Key={"email": body["email"].lower()}).get("Item")
    if user is None or not bcrypt.checkpw(body["password"].encode(), user["hash"].encode()):
        return {"statusCode": 401, "body": json.dumps({"error": "wrong email or password"})}
    return {"statusCode": 200, "body": json.dumps({"token": issue(user["email"])})}
