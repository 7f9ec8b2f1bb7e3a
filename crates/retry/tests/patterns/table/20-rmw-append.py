# 20 RMW append
# append: unsafe alone, unsafe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def append(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"entries": []})
    items.put_item(Item={"id": event["id"], "entries": item["entries"] + [event["entry"]]})
