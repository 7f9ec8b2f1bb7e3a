import json
import os

import stripe
from botocore.exceptions import ClientError

from handlers.store import is_refusal, orders


def handler(event, context):
    try:
        notice = stripe.Webhook.construct_event(
            event["body"], event["headers"]["stripe-signature"], os.environ["STRIPE_WEBHOOK_SECRET"]
        )
    except (ValueError, stripe.error.SignatureVerificationError):
        return {"statusCode": 400, "body": "bad signature"}

    if notice["type"] != "checkout.session.completed":
        return {"statusCode": 200, "body": json.dumps({"received": True})}

    session = notice["data"]["object"]
    try:
        orders.put_item(
            Item={
                "id": session["id"],
                "payment_intent": session["payment_intent"],
                "amount": session["amount_total"],
                "state": "paid",
            },
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if not is_refusal(error):
            raise
    return {"statusCode": 200, "body": json.dumps({"received": True})}
