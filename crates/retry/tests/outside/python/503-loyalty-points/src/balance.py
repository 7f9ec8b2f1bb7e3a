import json
import os

import boto3

balances = boto3.resource("dynamodb").Table(os.environ["BALANCES"])


def handler(event, context):
    member = event["pathParameters"]["member"]
    item = balances.get_item(Key={"member": member}).get("Item")
    points = int(item["points"]) if item else 0
    return {"statusCode": 200, "body": json.dumps({"member": member, "points": points})}
