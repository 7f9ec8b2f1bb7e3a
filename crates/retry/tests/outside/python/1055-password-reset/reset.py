import hashlib
import json
import os
import secrets
import time

import boto3
from botocore.exceptions import ClientError

from mail import send_token

dynamodb = boto3.resource("dynamodb")
resets = dynamodb.Table(os.environ["RESETS"])
users = dynamodb.Table(os.environ["USERS"])


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def request_reset(event, context):
    email = json.loads(event["body"])["email"].lower()
    token = secrets.token_urlsafe(24)
    resets.put_item(
        Item={"email": email, "token": digest(token), "expires": int(time.time()) + 900}
    )
    send_token(email, token)
    return {"statusCode": 202}


def confirm_reset(event, context):
    body = json.loads(event["body"])
    email = body["email"].lower()
    try:
        resets.delete_item(
            Key={"email": email},
            ConditionExpression="#t = :t",
            ExpressionAttributeNames={"#t": "token"},
            ExpressionAttributeValues={":t": digest(body["token"])},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return {"statusCode": 400, "body": json.dumps({"error": "invalid token"})}
        raise
    users.update_item(
        Key={"email": email},
        UpdateExpression="SET password_hash = :p",
        ExpressionAttributeValues={":p": digest(body["password"])},
    )
    return {"statusCode": 204}
