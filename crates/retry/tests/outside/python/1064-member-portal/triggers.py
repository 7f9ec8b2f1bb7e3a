import os
from datetime import datetime, timezone

import boto3

profiles = boto3.resource("dynamodb").Table(os.environ["PROFILES"])


def post_confirmation(event, context):
    attributes = event["request"]["userAttributes"]
    try:
        profiles.put_item(
            Item={
                "sub": attributes["sub"],
                "email": attributes["email"],
                "joined": datetime.now(timezone.utc).isoformat(),
            },
            ConditionExpression="attribute_not_exists(#s)",
            ExpressionAttributeNames={"#s": "sub"},
        )
    except profiles.meta.client.exceptions.ConditionalCheckFailedException:
        print("profile exists already")
    return event
