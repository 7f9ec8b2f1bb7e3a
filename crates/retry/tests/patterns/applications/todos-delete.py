# todos.delete alone + get,get
# remove: safe alone, safe together

import boto3

todos = boto3.resource("dynamodb").Table("todos")


def remove(event, context):
    todos.delete_item(Key={"id": event["id"]})


def get(event, context):
    return todos.get_item(Key={"id": event["id"]}).get("Item")
