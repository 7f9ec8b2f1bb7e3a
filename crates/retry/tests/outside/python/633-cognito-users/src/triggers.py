import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

users = boto3.resource("dynamodb").Table(os.environ["USERS"])


def post_confirmation(event, context):
    attributes = event["request"]["userAttributes"]
    try:
        users.put_item(
            Item={
                "sub": attributes["sub"],
                "email": attributes["email"].lower(),
                "since": datetime.now(timezone.utc).date().isoformat(),
            },
            ConditionExpression="attribute_not_exists(#s)",
            ExpressionAttributeNames={"#s": "sub"},
        )
    except ClientError as err:
        if err.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return event


def post_auth(event, context):
    users.update_item(
        Key={"sub": event["request"]["userAttributes"]["sub"]},
        UpdateExpression="ADD logins :one",
        ExpressionAttributeValues={":one": 1},
    )
    return event
