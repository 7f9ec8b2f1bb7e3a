# the time of the last login is shown to somebody
# login: safe alone, unsafe-concurrent together

import time

import boto3

users = boto3.resource("dynamodb").Table("users")


def login(event, context):
    user = users.get_item(Key={"user": event["user"]}).get("Item")
    if not user or user["password"] != event["password"]:
        return "denied"
    users.update_item(
        Key={"user": event["user"]},
        UpdateExpression="SET lastLogin = :now",
        ExpressionAttributeValues={":now": int(time.time())},
    )
    return user["name"]


def seen(event, context):
    user = users.get_item(Key={"user": event["user"]}).get("Item", {})
    return user.get("lastLogin")
