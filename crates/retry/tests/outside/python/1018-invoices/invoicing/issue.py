import os

import boto3

from invoicing.render import INVOICE, total_of

s3 = boto3.client("s3")
counters = boto3.resource("dynamodb").Table(os.environ["COUNTERS"])


def next_number(year: str) -> str:
    answer = counters.update_item(
        Key={"year": year},
        UpdateExpression="ADD issued :one",
        ExpressionAttributeValues={":one": 1},
        ReturnValues="UPDATED_NEW",
    )
    return f"{year}-{int(answer['Attributes']['issued']):06d}"


def handler(event, context):
    order = event["detail"]
    number = next_number(event["time"][:4])
    html = INVOICE.render(number=number, lines=order["lines"], total=total_of(order["lines"]))
    s3.put_object(
        Bucket=os.environ["INVOICES_BUCKET"],
        Key=f"{number}.html",
        Body=html.encode(),
        ContentType="text/html",
    )
