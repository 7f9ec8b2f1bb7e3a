# 10 delete, resp says if existed
# remove: unsafe alone, unsafe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def remove(event, context):
    reply = items.delete_item(Key={"id": event["id"]}, ReturnValues="ALL_OLD")
    return {"existed": "Attributes" in reply}
