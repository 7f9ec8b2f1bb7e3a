import hashlib
import hmac
import json
import os
import time
import uuid

import boto3
import jwt

dynamodb = boto3.resource("dynamodb")
users = dynamodb.Table(os.environ["USERS"])
tokens = dynamodb.Table(os.environ["REFRESH"])
SECRET = os.environ["JWT_SECRET"]


def access_token(email):
    now = int(time.time())
    return jwt.encode({"sub": email, "iat": now, "exp": now + 900}, SECRET, algorithm="HS256")


def login(event, context):
    body = json.loads(event["body"])
    user = users.get_item(Key={"email": body["email"]}).get("Item")
    if not user:
        return {"statusCode": 401}
    digest = hashlib.sha256((user["salt"] + body["password"]).encode()).hexdigest()
    if not hmac.compare_digest(digest, user["password"]):
        return {"statusCode": 401}
    result = users.update_item(
        Key={"email": body["email"]},
        UpdateExpression="SET last_login = :now",
        ExpressionAttributeValues={":now": int(time.time())},
        ReturnValues="UPDATED_OLD",
    )
    previous = result.get("Attributes", {}).get("last_login")
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "token": access_token(body["email"]),
                "last_login": int(previous) if previous is not None else None,
            }
        ),
    }


def refresh(event, context):
    old = json.loads(event["body"])["token"]
    item = tokens.get_item(Key={"token": old}).get("Item")
    if not item:
        return {"statusCode": 401}
    fresh = uuid.uuid4().hex
    tokens.put_item(Item={"token": fresh, "email": item["email"]})
    tokens.delete_item(Key={"token": old})
    return {
        "statusCode": 200,
        "body": json.dumps({"token": access_token(item["email"]), "refresh": fresh}),
    }
