import json
import os

import boto3

tickets = boto3.resource("dynamodb").Table(os.environ["TICKETS_TABLE"])


def handler(event, context):
    found = tickets.get_item(Key={"ticketId": event["pathParameters"]["id"]})
    if "Item" not in found:
        return {"statusCode": 404, "body": json.dumps({"message": "unknown ticket"})}
    return {"statusCode": 200, "body": json.dumps(found["Item"])}
