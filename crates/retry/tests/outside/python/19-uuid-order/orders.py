import json
import os
import uuid
from dataclasses import dataclass, field
from decimal import Decimal

import boto3

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


@dataclass
class Order:
    customer: str
    lines: list
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def total(self) -> Decimal:
        return sum((Decimal(str(line["price"])) * line["quantity"] for line in self.lines), Decimal(0))

    def item(self) -> dict:
        return {
            "id": self.id,
            "customer": self.customer,
            "lines": json.dumps(self.lines),
            "total": self.total,
            "state": "NEW",
        }


def place(event, context):
    body = json.loads(event["body"])
    if not body.get("lines"):
        return {"statusCode": 400, "body": json.dumps({"error": "an order needs lines"})}
    order = Order(customer=body["customer"], lines=body["lines"])
    orders.put_item(Item=order.item())
    return {"statusCode": 201, "body": json.dumps({"id": order.id})}
