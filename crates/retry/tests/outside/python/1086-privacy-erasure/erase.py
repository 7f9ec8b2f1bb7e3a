import json
import os

import boto3
from boto3.dynamodb.conditions import Key

events = boto3.resource("dynamodb").Table(os.environ["EVENTS"])


def erase_now(event, context):
    user = event["pathParameters"]["user"]
    found = events.query(KeyConditionExpression=Key("user").eq(user))["Items"]
    for item in found:
        events.delete_item(Key={"user": user, "at": item["at"]})
    return {"statusCode": 200, "body": json.dumps({"erased": len(found)})}
