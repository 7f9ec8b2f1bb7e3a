import json
import logging

import stripe

from .common import payments

log = logging.getLogger()


def handler(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        intent = stripe.PaymentIntent.create(
            amount=order["cents"],
            currency=order["currency"],
            customer=order["customer"],
            confirm=True,
            idempotency_key=record["messageId"],
        )
        payments.update_item(
            Key={"payment": record["messageId"]},
            UpdateExpression="SET intent = :i, order_id = :o",
            ExpressionAttributeValues={":i": intent.id, ":o": order["order_id"]},
        )
        log.info("charged order %s", order["order_id"])
