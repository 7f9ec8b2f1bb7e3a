import os

import boto3

files = boto3.resource("dynamodb").Table(os.environ["FILES_TABLE"])


def handler(event, context):
    files.delete_item(Key={"key": event["pathParameters"]["key"]})
    return {"statusCode": 204}
