import json
import os

import stripe

from payments import orders

stripe.api_key = os.environ["STRIPE_KEY"]


def handler(event, context):
    order = orders.load(event["pathParameters"]["id"])
    if order is None or not order.get("paid"):
        return {"statusCode": 409, "body": json.dumps({"error": "not paid"})}
    amount = json.loads(event["body"])["amount"]
    refund = stripe.Refund.create(payment_intent=order["intent"], amount=amount)
    return {"statusCode": 200, "body": json.dumps({"refund": refund["id"]})}
