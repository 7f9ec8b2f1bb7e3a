import json

import boto3
from botocore.exceptions import ClientError

CHUNK = 25
table = boto3.resource("dynamodb").Table("campaign-chunks")


def chunks(items, size):
    for start in range(0, len(items), size):
        yield items[start:start + size]


def store(campaign, number, addresses):
    try:
        table.put_item(
            Item={
                "campaign": campaign,
                "chunk": f"{number:05d}",
                "addresses": addresses,
            },
            ConditionExpression="attribute_not_exists(chunk)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        print(f"chunk {number} of {campaign} is there already")


def plan(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        addresses = list({r["email"].strip().lower() for r in message["recipients"]})
        for number, part in enumerate(chunks(addresses, CHUNK)):
            store(message["campaign"], number, part)
