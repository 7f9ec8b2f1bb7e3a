import json
import os
import uuid

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
donations = boto3.resource("dynamodb").Table(os.environ["DONATIONS"])


def response(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def donate(event, context):
    body = json.loads(event["body"])
    donation_id = body["donationId"]
    intent = stripe.PaymentIntent.create(
        amount=body["amount"],
        currency=body.get("currency", "eur"),
        metadata={"donation": donation_id},
        idempotency_key=f"donation-{donation_id}",
    )
    donations.update_item(
        Key={"donation_id": donation_id},
        UpdateExpression="SET intent = :intent, amount = :amount",
        ExpressionAttributeValues={":intent": intent.id, ":amount": body["amount"]},
    )
    return response(201, intent=intent.id, secret=intent.client_secret)


def refund(event, context):
    body = json.loads(event["body"])
    refund = stripe.Refund.create(
        payment_intent=body["intent"],
        amount=body["amount"],
        idempotency_key=f"refund-{uuid.uuid4()}",
    )
    return response(200, refund=refund.id)


def webhook(event, context):
    try:
        notification = stripe.Webhook.construct_event(
            event["body"], event["headers"]["Stripe-Signature"], os.environ["WEBHOOK_SECRET"]
        )
    except (ValueError, stripe.SignatureVerificationError):
        return response(400, error="bad signature")
    if notification["type"] == "payment_intent.succeeded":
        intent = notification["data"]["object"]
        donations.update_item(
            Key={"donation_id": intent["metadata"]["donation"]},
            UpdateExpression="SET #status = :paid",
            ExpressionAttributeNames={"#status": "status"},
            ExpressionAttributeValues={":paid": "paid"},
        )
    return response(200)
