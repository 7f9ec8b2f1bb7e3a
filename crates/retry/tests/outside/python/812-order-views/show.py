import json
import os

import boto3

view = boto3.resource("dynamodb").Table(os.environ["VIEW_TABLE"])


def handler(event, context):
    item = view.get_item(Key={"orderId": event["pathParameters"]["orderId"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({**item, "total": int(item["total"])})}
