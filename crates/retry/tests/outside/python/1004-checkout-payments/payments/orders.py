import os

import boto3

_table = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def mark_paid(order_id: str, intent_id: str) -> None:
    _table.update_item(
        Key={"orderId": order_id},
        UpdateExpression="SET paid = :yes, intent = :intent",
        ExpressionAttributeValues={":yes": True, ":intent": intent_id},
    )


def load(order_id: str):
    return _table.get_item(Key={"orderId": order_id}).get("Item")
