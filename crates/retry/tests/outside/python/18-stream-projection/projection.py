"""A read model: the stream of the orders table becomes short summaries."""
import json

import boto3
from boto3.dynamodb.types import TypeDeserializer

summaries = boto3.resource("dynamodb").Table("summaries")
deserialize = TypeDeserializer().deserialize


def plain(image):
    return {name: deserialize(value) for name, value in image.items()}


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] == "REMOVE":
            continue
        order = plain(record["dynamodb"]["NewImage"])
        summaries.put_item(
            Item={
                "id": order["id"],
                "state": order["state"],
                "total": order["total"],
            }
        )


def summary(event, context):
    item = summaries.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": ""}
    return {"statusCode": 200, "body": json.dumps(item, default=str)}
