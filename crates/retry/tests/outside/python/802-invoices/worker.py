import json
import logging
import os
from dataclasses import dataclass

import boto3

logger = logging.getLogger()
logger.setLevel(logging.INFO)

invoices = boto3.resource("dynamodb").Table(os.environ["INVOICES_TABLE"])


@dataclass
class Invoice:
    id: str
    customer: str
    amount: int
    currency: str
    due: int

    def to_item(self) -> dict:
        return {
            "invoiceId": self.id,
            "customer": self.customer,
            "amount": self.amount,
            "currency": self.currency.upper(),
            "due": self.due,
            "state": "open",
        }


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        invoice = Invoice(
            id=record["messageId"],
            customer=message["customer"],
            amount=message["amount"],
            currency=message["currency"],
            due=message["due"],
        )
        invoices.put_item(Item=invoice.to_item())
        logger.info("stored invoice %s", invoice.id)
