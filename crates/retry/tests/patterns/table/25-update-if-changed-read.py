# 25 same + other updater + readers
# rename: safe alone, unsafe-concurrent together

import time

import boto3

items = boto3.resource("dynamodb").Table("items")


def rename(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item")
    if item is None or item["title"] != event["title"]:
        items.put_item(
            Item={"id": event["id"], "title": event["title"], "updatedAt": int(time.time())}
        )


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
