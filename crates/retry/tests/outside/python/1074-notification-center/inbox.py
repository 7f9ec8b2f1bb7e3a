import json
import os
import time

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["INBOX"])


def messages(event):
    for record in event["Records"]:
        yield record["Sns"]["MessageId"], record["Sns"]["Timestamp"], json.loads(record["Sns"]["Message"])


def store(event, context):
    for message_id, sent, body in messages(event):
        table.put_item(
            Item={
                "user": body["user"],
                "id": message_id,
                "sent": sent,
                "text": f"Order {body['order']} was placed",
            }
        )


def store_legacy(event, context):
    for _, sent, body in messages(event):
        table.put_item(
            Item={
                "user": body["user"],
                "id": f"legacy-{time.time_ns()}",
                "sent": sent,
                "text": f"Order {body['order']} was placed",
            }
        )


def read(event, context):
    user = event["pathParameters"]["user"]
    items = table.query(KeyConditionExpression=Key("user").eq(user))["Items"]
    return {
        "statusCode": 200,
        "body": json.dumps([{"id": i["id"], "sent": i["sent"], "text": i["text"]} for i in items]),
    }
