import json
import os

import stripe

from payments import orders

stripe.api_key = os.environ["STRIPE_KEY"]


def handler(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        intent = stripe.PaymentIntent.create(
            amount=order["amount"],
            currency=order["currency"],
            customer=order["customer"],
            payment_method=order["paymentMethod"],
            confirm=True,
            idempotency_key=f"charge-{order['orderId']}",
        )
        orders.mark_paid(order["orderId"], intent["id"])
