import json

import boto3

from dedup import AlreadyHandled, claim

points = boto3.resource("dynamodb").Table("points")


def process(record):
    purchase = json.loads(record["body"])
    claim(record["messageId"])
    points.update_item(
        Key={"customer": purchase["customer"]},
        UpdateExpression="ADD points :p",
        ExpressionAttributeValues={":p": int(purchase["amount"]) // 10},
    )


def credit(event, context):
    for record in event["Records"]:
        try:
            process(record)
        except AlreadyHandled as duplicate:
            print("duplicate", duplicate)
