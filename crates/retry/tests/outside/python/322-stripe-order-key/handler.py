import json
import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
payments = boto3.resource("dynamodb").Table("payments")


def pay(event, context):
    order = event["pathParameters"]["order"]
    body = json.loads(event["body"])
    intent = stripe.PaymentIntent.create(
        amount=int(body["cents"]),
        currency=body.get("currency", "eur"),
        customer=body["customer"],
        metadata={"order": order},
        idempotency_key=f"order-{order}",
    )
    payments.put_item(Item={
        "order": order,
        "intent": intent.id,
        "cents": int(body["cents"]),
        "state": "started",
    })
    return {
        "statusCode": 201,
        "body": json.dumps({"intent": intent.id, "secret": intent.client_secret}),
    }
