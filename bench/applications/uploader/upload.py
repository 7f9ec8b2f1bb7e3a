"""Stores a file of a known user, unless it is too large for the plan."""

import base64
import json
import os

import boto3

s3 = boto3.client("s3")
dynamodb = boto3.resource("dynamodb")
users = dynamodb.Table(os.environ["USERS"])
plans = dynamodb.Table("plans")


def answer(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def handler(event, context):
    body = json.loads(event["body"])
    user = users.get_item(Key={"name": body["user"]}).get("Item")
    if user is None:
        return answer(403, error="unknown user")
    plan = plans.get_item(Key={"name": user["plan"]})["Item"]
    content = base64.b64decode(body["content"])
    if len(content) > plan["largest"]:
        return answer(413, error="too large")
    key = f"{body['user']}/{body['name']}"
    s3.put_object(Bucket=os.environ["BUCKET"], Key=key, Body=content)
    return answer(200, key=key)
