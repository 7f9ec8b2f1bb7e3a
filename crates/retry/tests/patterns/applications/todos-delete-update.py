# todos.delete + update(upsert) (no reader needed)
# remove: safe alone, unsafe-concurrent together

import boto3

todos = boto3.resource("dynamodb").Table("todos")


def remove(event, context):
    todos.delete_item(Key={"id": event["id"]})


def update(event, context):
    reply = todos.update_item(
        Key={"id": event["id"]},
        ExpressionAttributeNames={"#text": "text"},
        ExpressionAttributeValues={":text": event["text"]},
        UpdateExpression="SET #text = :text",
        ReturnValues="ALL_NEW",
    )
    return reply["Attributes"]
