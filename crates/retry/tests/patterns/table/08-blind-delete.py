# 08 blind delete, nobody recreates, readers
# remove: safe alone, safe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def remove(event, context):
    items.delete_item(Key={"id": event["id"]})


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
