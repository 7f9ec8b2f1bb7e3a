import json
import os
import secrets

import boto3
import redis

from auth.passwords import hash_password, matches, new_salt

users = boto3.resource("dynamodb").Table(os.environ["USERS_TABLE"])
sessions = redis.Redis(host=os.environ["REDIS_HOST"], port=6379)
TTL = int(os.environ.get("SESSION_TTL", "3600"))


def _reply(status, body=None):
    return {"statusCode": status, "body": json.dumps(body or {})}


def login(event, context):
    data = json.loads(event["body"])
    user = users.get_item(Key={"username": data["username"]}).get("Item")
    if user is None or not matches(user, data["password"]):
        return _reply(401, {"error": "wrong user name or password"})
    token = secrets.token_urlsafe(32)
    sessions.setex(f"session:{token}", TTL, data["username"])
    return _reply(200, {"token": token})


def logout(event, context):
    token = event["headers"].get("authorization", "").removeprefix("Bearer ")
    if not token:
        return _reply(400, {"error": "no token"})
    sessions.delete(f"session:{token}")
    return _reply(204)


def change_password(event, context):
    data = json.loads(event["body"])
    user = users.get_item(Key={"username": data["username"]}).get("Item")
    if user is None or not matches(user, data["old"]):
        return _reply(401, {"error": "wrong user name or password"})
    salt = new_salt()
    users.update_item(
        Key={"username": data["username"]},
        UpdateExpression="SET salt = :s, #h = :h",
        ExpressionAttributeNames={"#h": "hash"},
        ExpressionAttributeValues={":s": salt, ":h": hash_password(data["new"], salt)},
    )
    return _reply(204)
