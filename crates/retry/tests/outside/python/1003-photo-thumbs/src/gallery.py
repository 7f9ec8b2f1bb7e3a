import json
import os

import boto3

photos = boto3.resource("dynamodb").Table(os.environ["PHOTOS"])


def handler(event, context):
    item = photos.get_item(Key={"key": event["pathParameters"]["key"]}).get("Item")
    if not item or item.get("state") != "ready":
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"thumb": item["thumb"]})}
