"""Tells the customer that the parcel is on its way, once (or so we thought)."""
import logging
import os
from enum import Enum

import boto3

logger = logging.getLogger()
orders = boto3.resource("dynamodb").Table("orders")
ses = boto3.client("ses")


class State(str, Enum):
    SHIPPED = "SHIPPED"
    NOTIFIED = "NOTIFIED"


def send(to: str, subject: str, text: str) -> None:
    ses.send_email(
        Source=os.environ["SENDER"],
        Destination={"ToAddresses": [to]},
        Message={"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}},
    )


def handler(event, context):
    order_id = event["detail"]["order"]
    order = orders.get_item(Key={"id": order_id}, ConsistentRead=True).get("Item")
    if order is None or order["state"] == State.NOTIFIED.value:
        return
    try:
        send(order["email"], "On its way", f"Your order {order_id} was shipped.")
    except Exception:  # noqa: BLE001 - the mail is best effort
        logger.exception("mail for %s", order_id)
    orders.update_item(
        Key={"id": order_id},
        UpdateExpression="SET #state = :state",
        ExpressionAttributeNames={"#state": "state"},
        ExpressionAttributeValues={":state": State.NOTIFIED.value},
    )
