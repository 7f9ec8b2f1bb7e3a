import os
import uuid
from dataclasses import asdict, dataclass
from decimal import Decimal

import boto3

NAMESPACE = uuid.UUID("2f1e7d0e-5d0c-4c8e-9a4f-0b6f4f9f7c11")


@dataclass(frozen=True)
class Invoice:
    invoice_id: str
    supplier: str
    number: str
    total: Decimal
    currency: str

    @classmethod
    def from_message(cls, body: dict) -> "Invoice":
        # the same supplier and number always give the same id
        invoice_id = str(uuid.uuid5(NAMESPACE, f"{body['supplier']}:{body['number']}"))
        return cls(
            invoice_id=invoice_id,
            supplier=body["supplier"],
            number=body["number"],
            total=Decimal(str(body["total"])),
            currency=body.get("currency", "EUR"),
        )


class InvoiceRepository:
    def __init__(self, table_name: str):
        self._table = boto3.resource("dynamodb").Table(table_name)

    def save(self, invoice: Invoice) -> None:
        self._table.put_item(Item=asdict(invoice))


repository = InvoiceRepository(os.environ["INVOICES_TABLE"])
