import json
import os

import boto3
import stripe
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
events = dynamodb.Table(os.environ["EVENTS_TABLE"])
sqs = boto3.client("sqs")

SECRET = os.environ["STRIPE_WEBHOOK_SECRET"]


def already_seen(event_id: str) -> bool:
    try:
        events.put_item(
            Item={"eventId": event_id},
            ConditionExpression="attribute_not_exists(eventId)",
        )
    except ClientError as err:
        if err.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return True
        raise
    return False


def handler(event, context):
    signature = event["headers"].get("stripe-signature", "")
    try:
        hook = stripe.Webhook.construct_event(event["body"], signature, SECRET)
    except ValueError:
        return {"statusCode": 400, "body": "bad payload"}

    if hook["type"] != "invoice.finalized":
        return {"statusCode": 200, "body": "ignored"}
    if already_seen(hook["id"]):
        return {"statusCode": 200, "body": "ok"}

    invoice = hook["data"]["object"]
    sqs.send_message(
        QueueUrl=os.environ["INVOICE_QUEUE_URL"],
        MessageBody=json.dumps(
            {
                "customer": invoice["customer"],
                "amount": invoice["amount_due"],
                "currency": invoice["currency"],
                "due": invoice["due_date"],
            }
        ),
    )
    return {"statusCode": 200, "body": "ok"}
