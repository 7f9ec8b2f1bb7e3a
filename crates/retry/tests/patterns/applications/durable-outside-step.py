# durable: write outside step, reader x2
# count: unsafe alone, unsafe together

from aws_durable_execution_sdk_python import durable_execution
import boto3

items = boto3.resource("dynamodb").Table("items")
closed = boto3.resource("dynamodb").Table("closed")


@durable_execution
def count(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )
    context.step(lambda _: closed.put_item(Item={"id": event["id"]}), name="close")


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
