# 15 read-check-then-put, resp differs
# register: unsafe alone, unsafe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def register(event, context):
    if "Item" in items.get_item(Key={"id": event["id"]}):
        return {"statusCode": 409}
    items.put_item(Item={"id": event["id"], "title": event["title"]})
    return {"statusCode": 201}
