import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["AUDIT"])


def describe(record):
    change = record["dynamodb"]
    return {
        "id": record["eventID"],
        "flag": change["Keys"]["name"]["S"],
        "kind": record["eventName"],
    }


def handler(event, context):
    with table.batch_writer() as batch:
        for record in event["Records"]:
            batch.put_item(Item=describe(record))
