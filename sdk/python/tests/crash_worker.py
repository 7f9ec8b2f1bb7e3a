"""Runs one handler for the crash tests (sdk/node/retry/test/crash): an event per line in, an
answer per line out. The handler is that of handlers/dynamodb.js, in Python; what is not
`selective` is a control that must fail."""

import json
import os
import sys
import uuid

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from servers import CREDENTIALS

from aplomb.retry import derived_uuid, keep, logs, once, once_in_item, retry_safe

SETTINGS = {"endpoint_url": os.environ["STORE"], **CREDENTIALS, "config": Config(retries={"max_attempts": 0})}
CLIENT = boto3.client("dynamodb", **SETTINGS)
RESOURCE = boto3.resource("dynamodb", **SETTINGS)
ITEMS, ORDERS, REJECTIONS = (RESOURCE.Table(name) for name in ("items", "orders", "rejections"))

TAKE = {
    "Key": {"id": "stock"},
    "UpdateExpression": "SET pieces = pieces - :one",
    "ConditionExpression": "pieces >= :one",
    "ExpressionAttributeValues": {":one": 1},
}
COUNT = {
    "TableName": "items",
    "Key": {"id": {"S": "statistics"}},
    "UpdateExpression": "ADD orders :one",
    "ExpressionAttributeValues": {":one": {"N": "1"}},
}


def price():
    return ITEMS.get_item(Key={"id": "price"}, ConsistentRead=True)["Item"]["price"]


def pay(user, amount):
    return {
        "Key": {"id": user},
        "UpdateExpression": "SET balance = balance - :amount",
        "ExpressionAttributeValues": {":amount": amount},
        "ReturnValues": "UPDATED_NEW",
    }


class Raw:
    """Steps as they are."""

    id = staticmethod(uuid.uuid4)
    price = staticmethod(price)

    def take(self):
        ITEMS.update_item(**TAKE)

    def pay(self, user, amount):
        return ITEMS.update_item(**pay(user, amount))

    def count(self):
        CLIENT.update_item(**COUNT)


class Selective:
    """What needs protection is protected."""

    def id(self):
        return derived_uuid("order.id")

    def price(self):
        return keep("order.price", price)

    def take(self):
        once("order.take", ITEMS.update_item, **TAKE)

    def pay(self, user, amount):
        return once("order.pay", ITEMS.update_item, **pay(user, amount))

    def count(self):
        once_in_item("order.count", CLIENT.update_item, **COUNT)


class PriceNotKept(Selective):
    price = staticmethod(price)


def order(steps):
    def handler(event, _context):
        id, amount = str(steps.id()), steps.price()
        try:
            steps.take()
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
            REJECTIONS.put_item(Item={"id": event["request"]})
            return {"rejected": True}
        balance = steps.pay(event["user"], amount)["Attributes"]["balance"]
        steps.count()
        answer = {"id": id, "price": amount, "balance": balance}
        ORDERS.put_item(Item={**answer, "request": event["request"], "user": event["user"]})
        return {"id": id, "price": int(amount), "balance": int(balance)}

    return handler


safe = retry_safe(lambda event, _context: event["request"], name="order", log=logs.dynamodb(CLIENT))
HANDLERS = {"raw": order(Raw()), "selective": safe(order(Selective())), "price not kept": safe(order(PriceNotKept()))}


def main():
    handler = HANDLERS[os.environ["HANDLER"]]
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        try:
            answer = {"result": handler(json.loads(line), None)}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)


main()
