import json
import logging
import os

import boto3
import stripe

logger = logging.getLogger(__name__)
stripe.api_key = os.environ["STRIPE_SECRET"]
table = boto3.resource("dynamodb").Table(os.environ["ACCOUNTS_TABLE"])


def open_account(tenant: str, email: str) -> None:
    if "Item" in table.get_item(Key={"tenant": tenant}):
        logger.info("%s has an account", tenant)
        return
    customer = stripe.Customer.create(email=email, metadata={"tenant": tenant})
    table.put_item(Item={"tenant": tenant, "customer_id": customer["id"], "email": email})


def handler(event, context):
    for record in event["Records"]:
        signup = json.loads(record["body"])
        open_account(signup["tenant"], signup["email"])
