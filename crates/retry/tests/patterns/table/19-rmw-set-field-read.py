# 19 RMW set field + other updater + readers
# rename: safe alone, unsafe-concurrent together

import boto3

items = boto3.resource("dynamodb").Table("items")


def rename(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"id": event["id"]})
    item["title"] = event["title"]
    items.put_item(Item=item)


def price(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"id": event["id"]})
    item["cents"] = event["cents"]
    items.put_item(Item=item)


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
