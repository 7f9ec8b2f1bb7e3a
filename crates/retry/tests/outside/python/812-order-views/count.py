import os

import boto3

stats = boto3.resource("dynamodb").Table(os.environ["STATS_TABLE"])


def handler(event, context):
    inserted = 0
    revenue = 0
    for record in event["Records"]:
        if record["eventName"] == "INSERT":
            inserted += 1
            revenue += int(record["dynamodb"]["NewImage"]["total"]["N"])
    if inserted:
        stats.update_item(
            Key={"name": "orders"},
            UpdateExpression="ADD orders :n, revenue :r",
            ExpressionAttributeValues={":n": inserted, ":r": revenue},
        )
