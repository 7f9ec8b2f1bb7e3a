import json
import os

import boto3

from .audit import audited

table = boto3.resource("dynamodb").Table(os.environ["ACCOUNTS"])


@audited("update-email")
def update_email(event, context):
    table.update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET email = :e",
        ExpressionAttributeValues={":e": json.loads(event["body"])["email"]},
    )
    return {"statusCode": 204}
