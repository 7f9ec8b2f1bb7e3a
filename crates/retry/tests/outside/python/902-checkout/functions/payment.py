import json
import os

import stripe

from functions import orders

stripe.api_key = os.environ["STRIPE_SECRET_KEY"]


def create(event, context):
    order_id = event["pathParameters"]["orderId"]
    order = orders.find(order_id)
    if order is None:
        return {"statusCode": 404, "body": json.dumps({"error": "no such order"})}
    intent = stripe.PaymentIntent.create(
        amount=int(order["total"]),
        currency=order["currency"],
        metadata={"order_id": order_id},
        idempotency_key=f"order-{order_id}",
    )
    return {
        "statusCode": 200,
        "body": json.dumps({"clientSecret": intent.client_secret}),
    }


def refund(event, context):
    payment_id = event["pathParameters"]["paymentId"]
    body = json.loads(event.get("body") or "{}")
    refund = stripe.Refund.create(
        payment_intent=payment_id,
        amount=body["amount"],
        reason="requested_by_customer",
    )
    return {"statusCode": 200, "body": json.dumps({"refundId": refund.id})}
