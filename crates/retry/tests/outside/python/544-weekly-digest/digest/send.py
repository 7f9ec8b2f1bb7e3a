import os
from typing import Iterator

import boto3

dynamodb = boto3.client("dynamodb")
ses = boto3.client("sesv2")
TABLE = os.environ["SUBSCRIBERS"]


def pending(week: str) -> Iterator[str]:
    paginator = dynamodb.get_paginator("scan")
    pages = paginator.paginate(
        TableName=TABLE,
        FilterExpression="attribute_not_exists(last_digest) OR last_digest < :week",
        ExpressionAttributeValues={":week": {"S": week}},
    )
    for page in pages:
        for item in page["Items"]:
            yield item["email"]["S"]


def handler(event, context):
    week = event["time"][:10]
    for email in pending(week):
        ses.send_email(
            FromEmailAddress=os.environ["SENDER"],
            Destination={"ToAddresses": [email]},
            Content={
                "Simple": {
                    "Subject": {"Data": f"Your digest of {week}"},
                    "Body": {"Text": {"Data": "Here is what happened this week ..."}},
                }
            },
        )
        dynamodb.update_item(
            TableName=TABLE,
            Key={"email": {"S": email}},
            UpdateExpression="SET last_digest = :week",
            ExpressionAttributeValues={":week": {"S": week}},
        )
