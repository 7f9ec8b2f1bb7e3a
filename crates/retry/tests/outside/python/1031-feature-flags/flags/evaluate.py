import json
import os
import zlib

import boto3

table = boto3.resource("dynamodb").Table(os.environ["FLAGS"])


def bucket_of(name: str, user: str) -> int:
    return zlib.crc32(f"{name}:{user}".encode()) % 100


def handler(event, context):
    name = event["pathParameters"]["name"]
    user = event["queryStringParameters"]["user"]
    flag = table.get_item(Key={"name": name}).get("Item")
    enabled = flag is not None and bucket_of(name, user) < int(flag["percentage"])
    changed = int(flag["changed"]) if flag else None
    return {"statusCode": 200, "body": json.dumps({"enabled": enabled, "changed": changed})}
