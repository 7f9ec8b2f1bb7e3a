import os

import boto3

from invoicing.render import RECEIPT

s3 = boto3.client("s3")


def handler(event, context):
    payment = event["detail"]
    html = RECEIPT.render(
        date=event["time"][:10], amount=payment["amount"], currency=payment["currency"]
    )
    s3.put_object(
        Bucket=os.environ["INVOICES_BUCKET"],
        Key=f"receipts/{payment['paymentId']}.html",
        Body=html.encode(),
        ContentType="text/html",
    )
