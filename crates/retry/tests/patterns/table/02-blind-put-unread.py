# 02 blind put, no reader, other writer
# put: safe alone, safe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def put(event, context):
    items.put_item(Item={"id": event["id"], "title": event["title"]})


def overwrite(event, context):
    items.put_item(Item={"id": event["id"], "title": f"imported {event['name']}"})
