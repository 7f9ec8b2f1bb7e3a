import json
import os

import boto3
from botocore.exceptions import ClientError

from .states import FOLLOWING, State

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS"])


def _answer(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def _load(order):
    return orders.get_item(Key={"order_id": order}, ConsistentRead=True).get("Item")


def _transition(order, current, target):
    """False if the order is not in the current state any more."""
    try:
        orders.update_item(
            Key={"order_id": order},
            UpdateExpression="SET #state = :target",
            ConditionExpression="#state = :current",
            ExpressionAttributeNames={"#state": "state"},
            ExpressionAttributeValues={":target": target.value, ":current": current.value},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
    return True


def advance(event, context):
    order = event["pathParameters"]["order"]
    item = _load(order)
    if item is None:
        return _answer(404)
    current = State(item["state"])
    if current not in FOLLOWING:
        return _answer(409, state=current.value)
    target = FOLLOWING[current]
    if not _transition(order, current, target):
        return _answer(409, message="try again")
    return _answer(200, state=target.value)


def move_to(event, context):
    order = event["pathParameters"]["order"]
    body = json.loads(event["body"])
    current, target = State(body["from"]), State(body["to"])
    if _transition(order, current, target):
        return _answer(200, state=target.value)
    item = _load(order)
    if item and item["state"] == target.value:
        return _answer(200, state=target.value)
    return _answer(409, message=f"order is not {current.value}")


def show(event, context):
    item = _load(event["pathParameters"]["order"])
    if item is None:
        return _answer(404)
    return _answer(200, state=item["state"])
