import json
import os
from decimal import Decimal
from functools import lru_cache

import boto3
import stripe

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS"])
secrets = boto3.client("secretsmanager")


@lru_cache(maxsize=1)
def api_key():
    value = secrets.get_secret_value(SecretId=os.environ["STRIPE_SECRET"])
    return json.loads(value["SecretString"])["apiKey"]


def handler(event, context):
    stripe.api_key = api_key()
    order_id = event["pathParameters"]["orderId"]
    body = json.loads(event["body"])
    amount = int(Decimal(body["total"]) * 100)
    try:
        intent = stripe.PaymentIntent.create(
            amount=amount,
            currency=body.get("currency", "eur"),
            payment_method=body["paymentMethod"],
            confirm=True,
            metadata={"order": order_id},
            idempotency_key=f"charge-{order_id}",
        )
    except stripe.error.CardError as err:
        return {"statusCode": 402, "body": json.dumps({"error": err.user_message})}
    orders.put_item(Item={"orderId": order_id, "intent": intent.id, "amount": amount})
    return {"statusCode": 200, "body": json.dumps({"intent": intent.id})}
