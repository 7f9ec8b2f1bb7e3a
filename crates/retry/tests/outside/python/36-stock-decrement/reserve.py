"""Task of the order state machine: reserve, or raise OutOfStock for the Catch of the workflow."""
import os
from typing import TypedDict

import boto3
from botocore.exceptions import ClientError

inventory = boto3.resource("dynamodb").Table(os.environ["INVENTORY"])


class OutOfStock(Exception):
    pass


class Task(TypedDict):
    order: str
    sku: str
    quantity: int


def handler(event: Task, context):
    try:
        inventory.update_item(
            Key={"sku": event["sku"]},
            UpdateExpression="SET available = available - :n, reserved = reserved + :n",
            ConditionExpression="available >= :n",
            ExpressionAttributeValues={":n": event["quantity"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise OutOfStock(event["sku"]) from error
        raise
    return {"order": event["order"], "sku": event["sku"], "reserved": event["quantity"]}
