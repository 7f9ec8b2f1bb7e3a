# 37 read only
# read: safe alone, safe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def read(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item")
    return {"statusCode": 200, "title": item["title"]} if item else {"statusCode": 404}


def put(event, context):
    items.put_item(Item={"id": event["id"], "title": event["title"]})
