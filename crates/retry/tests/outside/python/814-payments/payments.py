import json
import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_API_KEY"]
orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def set_status(order_id: str, status: str) -> None:
    orders.update_item(
        Key={"id": order_id},
        UpdateExpression="SET #s = :s",
        ExpressionAttributeNames={"#s": "status"},
        ExpressionAttributeValues={":s": status},
    )


def charge(event, context):
    order_id = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    intent = stripe.PaymentIntent.create(
        amount=body["amount"],
        currency=body.get("currency", "eur"),
        customer=body["customer"],
        confirm=True,
        idempotency_key=f"charge-{order_id}",
    )
    set_status(order_id, "paid")
    return {"statusCode": 200, "body": json.dumps({"payment": intent["id"]})}


def refund(event, context):
    order_id = event["pathParameters"]["id"]
    body = json.loads(event["body"])
    result = stripe.Refund.create(payment_intent=body["payment"], amount=body["amount"])
    set_status(order_id, "refunded")
    return {"statusCode": 200, "body": json.dumps({"refund": result["id"]})}
