# 16 atomic increment
# count: unsafe alone, unsafe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def count(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )
