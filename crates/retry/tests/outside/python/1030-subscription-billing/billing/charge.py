import os

import boto3
import stripe
from botocore.exceptions import ClientError

stripe.api_key = os.environ["STRIPE_KEY"]
invoices = boto3.resource("dynamodb").Table(os.environ["INVOICES"])


def store(invoice: dict) -> None:
    try:
        invoices.put_item(Item=invoice, ConditionExpression="attribute_not_exists(period)")
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def handler(event, context):
    subscription, period = event["subscription"], event["period"]
    intent = stripe.PaymentIntent.create(
        amount=event["amount"],
        currency="eur",
        customer=event["customer"],
        off_session=True,
        confirm=True,
        idempotency_key=f"{subscription}/{period}",
    )
    store({"subscription": subscription, "period": period, "amount": event["amount"]})
    return {"subscription": subscription, "intent": intent.id}
