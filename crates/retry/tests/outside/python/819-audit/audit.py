import json
import os

import boto3
import requests

s3 = boto3.client("s3")
counts = boto3.resource("dynamodb").Table(os.environ["COUNTS_TABLE"])


def archive(event, context):
    day = event["time"][:10]
    s3.put_object(
        Bucket=os.environ["ARCHIVE_BUCKET"],
        Key=f"{event['source']}/{day}/{context.aws_request_id}.json",
        Body=json.dumps(event).encode("utf-8"),
        ContentType="application/json",
    )


def notify(event, context):
    order = event["detail"]
    response = requests.post(
        os.environ["SLACK_WEBHOOK"],
        json={"text": f"Order {order['orderId']} failed: {order.get('reason', 'unknown')}"},
        timeout=5,
    )
    response.raise_for_status()


def count(event, context):
    counts.update_item(
        Key={"kind": event["detail-type"]},
        UpdateExpression="ADD #n :one",
        ExpressionAttributeNames={"#n": "count"},
        ExpressionAttributeValues={":one": 1},
    )
