# 04 blind put, same const writers, readers
# close: safe alone, safe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def close(event, context):
    items.put_item(Item={"id": event["id"], "state": "closed"})


def expire(event, context):
    items.put_item(Item={"id": event["id"], "state": "closed"})


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
