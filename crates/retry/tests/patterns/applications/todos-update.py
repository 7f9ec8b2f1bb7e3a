# todos.update (upsert, updatedAt=now) + get,get
# update: safe alone, unsafe-concurrent together

import json
import time

import boto3

todos = boto3.resource("dynamodb").Table("todos")


def update(event, context):
    reply = todos.update_item(
        Key={"id": event["id"]},
        ExpressionAttributeNames={"#text": "text"},
        ExpressionAttributeValues={
            ":text": event["text"],
            ":checked": event["checked"],
            ":now": int(time.time()),
        },
        UpdateExpression="SET #text = :text, checked = :checked, updatedAt = :now",
        ReturnValues="ALL_NEW",
    )
    return {"statusCode": 200, "body": json.dumps(reply["Attributes"])}


def get(event, context):
    item = todos.get_item(Key={"id": event["id"]}).get("Item")
    return {"statusCode": 200, "body": json.dumps(item)}
