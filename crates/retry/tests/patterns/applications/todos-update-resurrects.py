# todos.update + delete + get (resurrection)
# update: safe alone, unsafe-concurrent together

import boto3

todos = boto3.resource("dynamodb").Table("todos")


def update(event, context):
    todos.update_item(
        Key={"id": event["id"]},
        ExpressionAttributeNames={"#text": "text"},
        ExpressionAttributeValues={":text": event["text"]},
        UpdateExpression="SET #text = :text",
    )


def remove(event, context):
    todos.delete_item(Key={"id": event["id"]})


def get(event, context):
    return todos.get_item(Key={"id": event["id"]}).get("Item")
