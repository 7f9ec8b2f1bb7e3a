import json
import os
import secrets

import boto3
from twilio.rest import Client

from auth.tokens import issue

codes = boto3.resource("dynamodb").Table(os.environ["CODES"])
twilio = Client(os.environ["TWILIO_SID"], os.environ["TWILIO_TOKEN"])


def request_code(event, context):
    phone = json.loads(event["body"])["phone"]
    code = f"{secrets.randbelow(1_000_000):06d}"
    codes.put_item(Item={"phone": phone, "code": code})
    twilio.messages.create(to=phone, from_="+15005550006", body=f"Your code is {code}")
    return {"statusCode": 202}


def verify_code(event, context):
    body = json.loads(event["body"])
    item = codes.get_item(Key={"phone": body["phone"]}).get("Item")
    if item is None or item["code"] != body["code"]:
        return {"statusCode": 401, "body": json.dumps({"error": "wrong code"})}
    codes.delete_item(Key={"phone": body["phone"]})
    return {"statusCode": 200, "body": json.dumps({"token": issue(body["phone"])})}
