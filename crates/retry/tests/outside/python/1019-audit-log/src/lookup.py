import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["AUDIT_TABLE"])


def handler(event, context):
    item = table.get_item(Key={"eventId": event["pathParameters"]["id"]}).get("Item")
    return {"statusCode": 200 if item else 404, "body": json.dumps(item or {})}
