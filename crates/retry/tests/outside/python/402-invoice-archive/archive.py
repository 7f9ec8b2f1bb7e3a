import json
import os
from dataclasses import asdict, dataclass
from typing import Iterator

import boto3

s3 = boto3.client("s3")
ses = boto3.client("ses")


@dataclass(frozen=True)
class Invoice:
    number: str
    customer: str
    email: str
    total: str

    @property
    def key(self) -> str:
        year, _, serial = self.number.partition("-")
        return f"{year}/{self.customer}/{serial}.json"


def invoices(event) -> Iterator[Invoice]:
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        yield Invoice(
            number=message["number"],
            customer=message["customer"],
            email=message["email"],
            total=message["total"],
        )


def archive(event, context):
    for invoice in invoices(event):
        s3.put_object(
            Bucket=os.environ["BUCKET"],
            Key=invoice.key,
            Body=json.dumps(asdict(invoice), sort_keys=True).encode(),
            ContentType="application/json",
        )
        print("archived", invoice.key)


def mail_invoice(event, context):
    for invoice in invoices(event):
        ses.send_email(
            Source=os.environ["SENDER"],
            Destination={"ToAddresses": [invoice.email]},
            Message={
                "Subject": {"Data": f"Invoice {invoice.number}"},
                "Body": {"Text": {"Data": f"Please pay {invoice.total}."}},
            },
        )
