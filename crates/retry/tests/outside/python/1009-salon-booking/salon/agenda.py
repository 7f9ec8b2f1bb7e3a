import json
import os

import boto3
from boto3.dynamodb.conditions import Key

slots = boto3.resource("dynamodb").Table(os.environ["SLOTS"])


def handler(event, context):
    found = slots.query(KeyConditionExpression=Key("stylist").eq(event["pathParameters"]["stylist"]))
    taken = sorted(item["slot"] for item in found["Items"])
    return {"statusCode": 200, "body": json.dumps({"taken": taken})}
