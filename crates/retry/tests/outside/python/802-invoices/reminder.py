import os
import time

import boto3
from boto3.dynamodb.conditions import Attr

invoices = boto3.resource("dynamodb").Table(os.environ["INVOICES_TABLE"])
sns = boto3.client("sns")


def handler(event, context):
    overdue = invoices.scan(
        FilterExpression=Attr("state").eq("open") & Attr("due").lt(int(time.time()))
    )
    for invoice in overdue.get("Items", []):
        sns.publish(
            TopicArn=os.environ["REMINDER_TOPIC"],
            Subject="Invoice overdue",
            Message=f"Invoice {invoice['invoiceId']} of {invoice['customer']} is overdue",
        )
