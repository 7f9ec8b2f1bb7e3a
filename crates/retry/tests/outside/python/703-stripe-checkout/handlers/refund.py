import json
import os

import stripe

from handlers.store import orders

stripe.api_key = os.environ["STRIPE_KEY"]


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def load_refundable(order_id):
    order = orders.get_item(Key={"id": order_id}, ConsistentRead=True).get("Item")
    if order is None:
        raise HttpError(404, "no such order")
    if order["state"] == "refunded":
        raise HttpError(409, "already refunded")
    return order


def handler(event, context):
    order_id = event["pathParameters"]["id"]
    try:
        order = load_refundable(order_id)
    except HttpError as error:
        return {"statusCode": error.status, "body": json.dumps({"error": str(error)})}

    refund = stripe.Refund.create(
        payment_intent=order["payment_intent"],
        idempotency_key=f"refund-{order_id}",
    )
    orders.update_item(
        Key={"id": order_id},
        UpdateExpression="SET #state = :refunded, refund_id = :refund",
        ExpressionAttributeNames={"#state": "state"},
        ExpressionAttributeValues={":refunded": "refunded", ":refund": refund["id"]},
    )
    return {"statusCode": 200, "body": json.dumps({"refund": refund["id"]})}
