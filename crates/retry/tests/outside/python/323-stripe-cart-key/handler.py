import hashlib
import json
import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
carts = boto3.resource("dynamodb").Table("carts")


def load(cart):
    found = carts.get_item(Key={"cart": cart}, ConsistentRead=True)
    return found.get("Item", {"cart": cart, "cents": 0, "sku": "none"})


def checkout(event, context):
    cart = event["pathParameters"]["cart"]
    item = load(cart)
    cents = int(item["cents"])
    fingerprint = hashlib.sha256(f"{cart}|{item['sku']}|{cents}".encode()).hexdigest()
    stripe.Charge.create(
        amount=cents,
        currency="eur",
        source=json.loads(event["body"])["source"],
        idempotency_key=fingerprint,
    )
    return {"statusCode": 204}


def add_item(event, context):
    path = event["pathParameters"]
    cents = int(json.loads(event["body"])["cents"])
    carts.put_item(Item={"cart": path["cart"], "sku": path["sku"], "cents": cents})
    return {"statusCode": 204}
