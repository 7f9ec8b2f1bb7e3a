import json
import os

import boto3
from boto3.dynamodb.types import TypeDeserializer

table = boto3.resource("dynamodb").Table(os.environ["SUMMARIES_TABLE"])
deserializer = TypeDeserializer()


def plain(image):
    return {name: deserializer.deserialize(value) for name, value in image.items()}


def project(event, context):
    for record in event["Records"]:
        change = record["dynamodb"]
        order_id = change["Keys"]["orderId"]["S"]
        if record["eventName"] == "REMOVE":
            table.delete_item(Key={"orderId": order_id})
            continue
        order = plain(change["NewImage"])
        table.put_item(
            Item={
                "orderId": order_id,
                "status": order["status"],
                "total": order["total"],
            }
        )


def get(event, context):
    item = table.get_item(Key={"orderId": event["pathParameters"]["orderId"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps(item, default=str)}
