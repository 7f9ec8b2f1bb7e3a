import json
import os

import boto3

files = boto3.resource("dynamodb").Table(os.environ["FILES_TABLE"])


def handler(event, context):
    item = files.get_item(Key={"key": event["pathParameters"]["key"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": json.dumps({"error": "not found"})}
    return {"statusCode": 200, "body": json.dumps({"key": item["key"], "size": int(item["size"])})}
