# 03 blind put, other writer, 3 readers
# put: safe alone, unsafe-concurrent together

import boto3

items = boto3.resource("dynamodb").Table("items")


def put(event, context):
    items.put_item(Item={"id": event["id"], "title": event["title"]})


def overwrite(event, context):
    items.put_item(Item={"id": event["id"], "title": f"imported {event['name']}"})


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
