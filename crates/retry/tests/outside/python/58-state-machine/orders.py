"""PENDING orders are paid or cancelled; both are final."""
import json
from enum import Enum

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table("orders")


class State(str, Enum):
    PENDING = "PENDING"
    PAID = "PAID"
    CANCELLED = "CANCELLED"


def finish(order_id, state):
    try:
        orders.update_item(
            Key={"id": order_id},
            UpdateExpression="SET #s = :new",
            ConditionExpression=Attr("s").eq(State.PENDING.value),
            ExpressionAttributeNames={"#s": "s"},
            ExpressionAttributeValues={":new": state.value},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 202}


def pay(event, context):
    return finish(event["pathParameters"]["id"], State.PAID)


def cancel(event, context):
    return finish(event["pathParameters"]["id"], State.CANCELLED)


def show(event, context):
    item = orders.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    return {"statusCode": 200, "body": json.dumps({"state": item["s"] if item else None})}
