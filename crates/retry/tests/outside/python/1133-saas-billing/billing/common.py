import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_API_KEY"]
dynamodb = boto3.client("dynamodb")
ACCOUNTS = os.environ["ACCOUNTS"]
EVENTS = os.environ["EVENTS"]


def parse(event):
    headers = {k.lower(): v for k, v in event["headers"].items()}
    return stripe.Webhook.construct_event(
        event["body"], headers["stripe-signature"], os.environ["STRIPE_WEBHOOK_SECRET"]
    )
