# 11 get -> 404 else delete -> 204
# remove: unsafe alone, unsafe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def remove(event, context):
    if "Item" not in items.get_item(Key={"id": event["id"]}):
        return {"statusCode": 404}
    items.delete_item(Key={"id": event["id"]})
    return {"statusCode": 204}
