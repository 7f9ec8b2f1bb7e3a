import json
import logging
import os
from enum import Enum

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
log = logging.getLogger(__name__)
orders = boto3.resource("dynamodb").Table("orders")


class Status(str, Enum):
    OPEN = "open"
    PAID = "paid"


def charge(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        intent = stripe.PaymentIntent.create(
            amount=order["cents"],
            currency=order["currency"],
            customer=order["customer"],
            confirm=True,
            idempotency_key=f"charge-{record['messageId']}",
        )
        log.info("payment intent %s: %s", intent.id, intent.status)
        orders.update_item(
            Key={"id": order["id"]},
            UpdateExpression="SET #s = :paid",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":paid": Status.PAID.value},
        )


def get_order(event, context):
    item = orders.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item", {})
    return {
        "statusCode": 200,
        "body": json.dumps({"status": item.get("status", Status.OPEN.value)}),
    }
