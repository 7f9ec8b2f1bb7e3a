import os
from datetime import datetime, timezone

import boto3

dynamodb = boto3.resource("dynamodb")
users = dynamodb.Table(os.environ["USERS_TABLE"])


def handler(event, context):
    if event["triggerSource"] != "PostConfirmation_ConfirmSignUp":
        return event
    attributes = event["request"]["userAttributes"]
    try:
        users.put_item(
            Item={
                "userId": attributes["sub"],
                "email": attributes["email"],
                "plan": "free",
                "createdAt": datetime.now(timezone.utc).isoformat(),
            },
            ConditionExpression="attribute_not_exists(userId)",
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        print("user record exists")
    return event
