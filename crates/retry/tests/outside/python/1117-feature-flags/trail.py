import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["TRAIL"])


def handler(event, context):
    for record in event["Records"]:
        change = record["dynamodb"]
        old = change.get("OldImage", {}).get("enabled", {}).get("BOOL")
        new = change.get("NewImage", {}).get("enabled", {}).get("BOOL")
        if old == new:
            continue
        table.put_item(
            Item={
                "id": record["eventID"],
                "flag": change["Keys"]["name"]["S"],
                "old": old,
                "new": new,
            }
        )
