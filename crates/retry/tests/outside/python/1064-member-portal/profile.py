import json
import os

import boto3

profiles = boto3.resource("dynamodb").Table(os.environ["PROFILES"])


def handler(event, context):
    sub = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    item = profiles.get_item(Key={"sub": sub}).get("Item")
    if not item:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"email": item["email"], "joined": item["joined"]})}
