import json
import os
import time

import boto3

table = boto3.resource("dynamodb").Table(os.environ["FLAGS"])


def set_flag(event, context):
    body = json.loads(event["body"])
    table.put_item(
        Item={
            "name": event["pathParameters"]["name"],
            "percentage": int(body["percentage"]),
            "changed": int(time.time()),
        }
    )
    return {"statusCode": 204, "body": ""}
