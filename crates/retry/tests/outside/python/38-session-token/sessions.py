import json
import secrets
import time

import boto3

sessions = boto3.resource("dynamodb").Table("sessions")
HOUR = 3600


def login(event, context):
    """The authorizer has checked the password; here the user gets a token."""
    user = event["requestContext"]["authorizer"]["principalId"]
    token = secrets.token_urlsafe(32)
    expires = int(time.time()) + HOUR
    sessions.put_item(Item={"user": user, "token": token, "expires": expires})
    return {
        "statusCode": 200,
        "headers": {"set-cookie": f"session={token}; HttpOnly; Secure; Max-Age={HOUR}"},
        "body": json.dumps({"user": user}),
    }


def show(event, context):
    item = sessions.get_item(Key={"user": event["pathParameters"]["user"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"token": item["token"], "expires": int(item["expires"])}),
    }
