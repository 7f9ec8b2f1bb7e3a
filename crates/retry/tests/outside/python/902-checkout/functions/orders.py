import os
from typing import Optional

import boto3

_table = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def find(order_id: str) -> Optional[dict]:
    return _table.get_item(Key={"orderId": order_id}).get("Item")


def mark_paid(order_id: str) -> None:
    _table.update_item(
        Key={"orderId": order_id},
        UpdateExpression="SET #status = :paid",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={":paid": "PAID"},
    )
