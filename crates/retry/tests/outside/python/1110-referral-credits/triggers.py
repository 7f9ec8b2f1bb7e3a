import json
import os
from datetime import datetime

import boto3

users = boto3.resource("dynamodb").Table(os.environ["USERS"])
TRUSTED = ("partner.example", "staff.example")


def pre_sign_up(event, context):
    email = event["request"]["userAttributes"].get("email", "")
    if email.rpartition("@")[2] in TRUSTED:
        event["response"]["autoConfirmUser"] = True
        event["response"]["autoVerifyEmail"] = True
    return event


def post_confirmation(event, context):
    if event["triggerSource"] != "PostConfirmation_ConfirmSignUp":
        return event
    referrer = event["request"]["userAttributes"].get("custom:referrer")
    if referrer:
        users.update_item(
            Key={"sub": referrer},
            UpdateExpression="ADD credits :ten",
            ExpressionAttributeValues={":ten": 10},
        )
    return event


def post_authentication(event, context):
    users.update_item(
        Key={"sub": event["request"]["userAttributes"]["sub"]},
        UpdateExpression="SET last_login = :now",
        ExpressionAttributeValues={":now": datetime.utcnow().isoformat()},
    )
    return event


def credits(event, context):
    item = users.get_item(Key={"sub": event["pathParameters"]["sub"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"credits": int(item.get("credits", 0))})}
