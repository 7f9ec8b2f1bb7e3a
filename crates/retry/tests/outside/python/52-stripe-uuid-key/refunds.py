"""Refunds with an idempotency key, so that Stripe refunds once. Does it?"""
import json
import os
import uuid

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
refunds = boto3.resource("dynamodb").Table("refunds")


def refund(charge: str, cents: int, key: str):
    return stripe.Refund.create(charge=charge, amount=cents, idempotency_key=key)


def handler(event, context):
    body = json.loads(event["body"])
    known = refunds.get_item(Key={"request": body["request"]}).get("Item")
    if known:
        return {"statusCode": 200, "body": json.dumps({"refund": known["refund"]})}
    done = refund(body["charge"], int(body["cents"]), key=str(uuid.uuid4()))
    refunds.put_item(Item={"request": body["request"], "refund": done["id"]})
    return {"statusCode": 200, "body": json.dumps({"refund": done["id"]})}
