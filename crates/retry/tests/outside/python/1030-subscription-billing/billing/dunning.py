import os
from datetime import datetime

import boto3
from boto3.dynamodb.conditions import Attr
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Mail

subscriptions = boto3.resource("dynamodb").Table(os.environ["SUBSCRIPTIONS"])
mailer = SendGridAPIClient(os.environ["SENDGRID_KEY"])


def handler(event, context):
    today = event["time"][:10]
    overdue = subscriptions.scan(FilterExpression=Attr("due").lt(today))["Items"]
    for subscription in overdue:
        if subscription.get("remindedOn") == today:
            continue
        mailer.send(
            Mail(
                from_email="billing@example.com",
                to_emails=subscription["email"],
                subject="Your payment is overdue",
                plain_text_content=f"Payment was due on {subscription['due']}.",
            )
        )
        subscriptions.update_item(
            Key={"id": subscription["id"]},
            UpdateExpression="SET remindedOn = :today",
            ExpressionAttributeValues={":today": today},
        )
