import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])


def subscribe(event, context):
    body = json.loads(event["body"])
    table.put_item(Item={"email": body["email"].lower()})
    return {"statusCode": 202}


def unsubscribe(event, context):
    table.delete_item(Key={"email": event["pathParameters"]["email"].lower()})
    return {"statusCode": 204}
