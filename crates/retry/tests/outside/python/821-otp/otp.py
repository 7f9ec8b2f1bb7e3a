import json
import os
import secrets
import time

import boto3

codes = boto3.resource("dynamodb").Table(os.environ["CODES_TABLE"])
sns = boto3.client("sns")

LIFETIME = 300


def send(event, context):
    phone = json.loads(event["body"])["phone"]
    if not phone.startswith("+"):
        return {"statusCode": 400, "body": "use the international format"}
    code = f"{secrets.randbelow(1_000_000):06d}"
    codes.put_item(Item={"phone": phone, "code": code, "expires": int(time.time()) + LIFETIME})
    sns.publish(PhoneNumber=phone, Message=f"Your code is {code}")
    return {"statusCode": 202, "body": ""}


def verify(event, context):
    body = json.loads(event["body"])
    item = codes.get_item(Key={"phone": body["phone"]}).get("Item")
    if not item or item["code"] != body["code"]:
        return {"statusCode": 401, "body": "wrong code"}
    codes.delete_item(Key={"phone": body["phone"]})
    return {"statusCode": 200, "body": "verified"}
