import json
import os

import boto3

wallets = boto3.resource("dynamodb").Table(os.environ["WALLETS"])


def handler(event, context):
    item = wallets.get_item(Key={"user": event["pathParameters"]["user"]}).get("Item")
    return {"statusCode": 200, "body": json.dumps({"cents": int(item["cents"]) if item else 0})}
