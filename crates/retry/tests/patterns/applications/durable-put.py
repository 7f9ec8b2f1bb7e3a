# durable step(put const)
# close: safe alone, safe together

from aws_durable_execution_sdk_python import durable_execution
import boto3

items = boto3.resource("dynamodb").Table("items")


@durable_execution
def close(event, context):
    context.step(
        lambda _: items.put_item(Item={"id": event["id"], "state": "closed"}), name="close"
    )
