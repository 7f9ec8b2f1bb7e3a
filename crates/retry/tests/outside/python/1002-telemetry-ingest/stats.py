import os

import boto3

from codec import decode

table = boto3.resource("dynamodb").Table(os.environ["STATS"])


def handler(event, context):
    for record in event["Records"]:
        reading = decode(record)
        table.update_item(
            Key={"device": reading.device},
            UpdateExpression="ADD readings :one SET lastSeen = :ts",
            ExpressionAttributeValues={":one": 1, ":ts": reading.ts},
        )
