import json
import os
import uuid

import bcrypt
import redis

from auth import users

sessions = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
TTL = 8 * 3600


def reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def session_key(event):
    token = event["headers"].get("authorization", "").removeprefix("Bearer ")
    return f"session:{token}"


def login(event, context):
    body = json.loads(event["body"])
    user = users.find(body["email"])
    if user is None:
        return reply(401, {"error": "wrong email or password"})
    user_id, password_hash = user
    if not bcrypt.checkpw(body["password"].encode(), password_hash.encode()):
        return reply(401, {"error": "wrong email or password"})
    token = str(uuid.uuid4())
    sessions.setex(f"session:{token}", TTL, user_id)
    return reply(200, {"token": token})


def logout(event, context):
    sessions.delete(session_key(event))
    return {"statusCode": 204}


def whoami(event, context):
    user_id = sessions.get(session_key(event))
    if user_id is None:
        return reply(401, {"error": "not logged in"})
    return reply(200, {"userId": user_id})
