import json
import os

import boto3

accounts = boto3.resource("dynamodb").Table(os.environ["ACCOUNTS"])


def handler(event, context):
    item = accounts.get_item(Key={"plate": event["pathParameters"]["plate"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"owedCents": int(item.get("owed", 0))})}
