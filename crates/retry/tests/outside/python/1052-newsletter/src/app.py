import json
import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def subscribe(event, context):
    body = json.loads(event["body"])
    email = body.get("email", "").strip().lower()
    if "@" not in email:
        return reply(400, error="email is required")
    try:
        table.put_item(
            Item={"email": email, "since": datetime.now(timezone.utc).isoformat()},
            ConditionExpression="attribute_not_exists(email)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return reply(202, status="subscribed")


def unsubscribe(event, context):
    table.delete_item(Key={"email": event["pathParameters"]["email"]})
    return {"statusCode": 204}
