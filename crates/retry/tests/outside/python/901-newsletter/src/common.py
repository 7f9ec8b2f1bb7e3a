import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS_TABLE"])


def response(status, body=None):
    return {
        "statusCode": status,
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps(body or {}),
    }
