import json
from enum import Enum

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table("orders")
reopened = boto3.resource("dynamodb").Table("reopened")


class State(str, Enum):
    PAID = "paid"
    SHIPPED = "shipped"


def ship(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        try:
            orders.update_item(
                Key={"id": order["id"]},
                UpdateExpression="SET #s = :shipped",
                ConditionExpression="#s = :paid",
                ExpressionAttributeNames={"#s": "state"},
                ExpressionAttributeValues={
                    ":shipped": State.SHIPPED.value,
                    ":paid": State.PAID.value,
                },
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise


def reopen(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        if State(order["state"]) is State.SHIPPED:
            reopened.update_item(
                Key={"id": order["id"]},
                UpdateExpression="SET times = if_not_exists(times, :zero) + :one",
                ExpressionAttributeValues={":zero": 0, ":one": 1},
            )
