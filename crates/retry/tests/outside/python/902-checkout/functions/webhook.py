import json
import logging
import os

import stripe

from functions import orders

logger = logging.getLogger()
logger.setLevel(logging.INFO)


def handler(event, context):
    signature = event["headers"]["stripe-signature"]
    try:
        stripe_event = stripe.Webhook.construct_event(
            event["body"], signature, os.environ["STRIPE_WEBHOOK_SECRET"]
        )
    except stripe.error.SignatureVerificationError:
        return {"statusCode": 400, "body": "bad signature"}

    if stripe_event["type"] == "payment_intent.succeeded":
        intent = stripe_event["data"]["object"]
        orders.mark_paid(intent["metadata"]["order_id"])
    else:
        logger.info("ignored %s", stripe_event["type"])
    return {"statusCode": 200, "body": json.dumps({"received": True})}
