import os

import stripe

stripe.api_key = os.environ["STRIPE_KEY"]


def handler(event, context):
    intent = stripe.PaymentIntent.create(
        amount=event["amount"],
        currency="eur",
        customer=event["customerId"],
        confirm=True,
        idempotency_key=f"charge-{event['orderId']}",
    )
    return {**event, "paymentId": intent["id"]}
