# 09 blind delete + upsert writer + readers
# remove: safe alone, unsafe-concurrent together

import boto3

items = boto3.resource("dynamodb").Table("items")


def remove(event, context):
    items.delete_item(Key={"id": event["id"]})


def rename(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="SET title = :title",
        ExpressionAttributeValues={":title": event["title"]},
    )


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
