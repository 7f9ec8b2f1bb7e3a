import json
import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
orders = boto3.resource("dynamodb").Table(os.environ["ORDERS"])


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def handler(event, context):
    order_id = event["pathParameters"]["id"]
    order = orders.get_item(Key={"order_id": order_id}).get("Item")
    if not order:
        return reply(404, message="no such order")

    intent = stripe.PaymentIntent.create(
        amount=int(order["amount"]),
        currency="eur",
        customer=order["customer"],
        confirm=True,
        off_session=True,
        idempotency_key=f"order-{order_id}",
    )
    orders.update_item(
        Key={"order_id": order_id},
        UpdateExpression="SET #state = :paid, payment_intent = :intent",
        ExpressionAttributeNames={"#state": "state"},
        ExpressionAttributeValues={":paid": "paid", ":intent": intent.id},
    )
    return reply(200, order_id=order_id, payment=intent.id)
