import os

import stripe
from botocore.exceptions import ClientError

from .common import events, payments


def handler(event, context):
    try:
        webhook = stripe.Webhook.construct_event(
            event["body"],
            event["headers"]["stripe-signature"],
            os.environ["STRIPE_WEBHOOK_SECRET"],
        )
    except ValueError:
        return {"statusCode": 400}
    try:
        events.put_item(
            Item={"id": webhook["id"]}, ConditionExpression="attribute_not_exists(id)"
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        return {"statusCode": 200}
    if webhook["type"] == "charge.dispute.created":
        payments.update_item(
            Key={"payment": webhook["data"]["object"]["metadata"]["payment"]},
            UpdateExpression="SET disputed = :yes",
            ExpressionAttributeValues={":yes": True},
        )
    return {"statusCode": 200}
