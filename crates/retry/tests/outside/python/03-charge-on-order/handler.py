"""Charges every order of the queue once; Stripe recognises repetitions by the idempotency key."""
import json
import logging
import os

import boto3
import stripe

logger = logging.getLogger(__name__)
stripe.api_key = os.environ["STRIPE_KEY"]
charges = boto3.resource("dynamodb").Table(os.environ["CHARGES_TABLE"])


def charge(order):
    intent = stripe.PaymentIntent.create(
        amount=order["amount"],
        currency=order.get("currency", "eur"),
        customer=order["customer"],
        confirm=True,
        idempotency_key=f"charge-{order['order_id']}",
    )
    charges.put_item(
        Item={
            "order_id": order["order_id"],
            "customer": order["customer"],
            "amount": order["amount"],
            "intent": intent["id"],
        }
    )


def handler(event, context):
    failures = []
    for record in event["Records"]:
        order = json.loads(record["body"])
        try:
            charge(order)
        except stripe.error.CardError:
            logger.warning("card of order %s was declined", order["order_id"])
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
