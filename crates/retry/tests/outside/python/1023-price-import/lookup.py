import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["PRICES"])


def handler(event, context):
    item = table.get_item(Key={"sku": event["pathParameters"]["sku"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"price": str(item["price"])})}
