import os
import time

import boto3
from botocore.exceptions import ClientError

ALLOWED = {domain.strip() for domain in os.environ["ALLOWED_DOMAINS"].split(",")}
users = boto3.resource("dynamodb").Table(os.environ["USERS_TABLE"])


def pre_sign_up(event, context):
    email = event["request"]["userAttributes"]["email"]
    domain = email.rsplit("@", 1)[-1].lower()
    if domain not in ALLOWED:
        raise Exception(f"{domain} is not allowed to sign up")
    event["response"]["autoConfirmUser"] = True
    event["response"]["autoVerifyEmail"] = True
    return event


def post_confirmation(event, context):
    if event["triggerSource"] != "PostConfirmation_ConfirmSignUp":
        return event
    attributes = event["request"]["userAttributes"]
    try:
        users.put_item(
            Item={
                "user_id": attributes["sub"],
                "email": attributes["email"],
                "plan": "free",
                "joined_at": int(time.time()),
            },
            ConditionExpression="attribute_not_exists(user_id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return event
