# 18 RMW set field (no time), alone
# rename: safe alone, safe together
# today: safe alone, unknown together

import boto3

items = boto3.resource("dynamodb").Table("items")


def rename(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"id": event["id"]})
    item["title"] = event["title"]
    items.put_item(Item=item)
