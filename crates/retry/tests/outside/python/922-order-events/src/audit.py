import json
import os
from datetime import datetime, timezone

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["AUDIT_TABLE"])


def record(event, context):
    try:
        table.put_item(
            Item={
                "orderId": event["detail"]["orderId"],
                "eventId": event["id"],
                "type": event["detail-type"],
                "recordedAt": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            },
            ConditionExpression="attribute_not_exists(eventId)",
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return
        raise


def listing(event, context):
    order_id = event["pathParameters"]["orderId"]
    result = table.query(KeyConditionExpression=Key("orderId").eq(order_id))
    entries = [
        {"type": item["type"], "recordedAt": item["recordedAt"]}
        for item in result["Items"]
    ]
    return {"statusCode": 200, "body": json.dumps(entries)}
