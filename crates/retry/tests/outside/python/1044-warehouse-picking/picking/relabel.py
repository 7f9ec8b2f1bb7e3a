import json
import os

import boto3

from picking import lock

bins = boto3.resource("dynamodb").Table(os.environ["BINS"])


def handler(event, context):
    name = event["pathParameters"]["bin"]
    label = json.loads(event["body"])["label"]
    if not lock.acquire(f"bin:{name}", context.aws_request_id):
        return {"statusCode": 423, "body": json.dumps({"error": "somebody works on this bin"})}
    try:
        bins.put_item(Item={"bin": name, "label": label})
    finally:
        lock.release(f"bin:{name}")
    return {"statusCode": 204}
