import json
import os
import secrets
from datetime import datetime, timezone

import boto3

client = boto3.client("dynamodb")
COUPONS = os.environ["COUPONS"]
REDEMPTIONS = os.environ["REDEMPTIONS"]


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def use_once(code):
    return {
        "Update": {
            "TableName": COUPONS,
            "Key": {"code": {"S": code}},
            "UpdateExpression": "SET uses_left = uses_left - :one",
            "ConditionExpression": "uses_left > :zero",
            "ExpressionAttributeValues": {":one": {"N": "1"}, ":zero": {"N": "0"}},
        }
    }


def redeem(event, context):
    code = event["pathParameters"]["code"]
    body = json.loads(event["body"])
    redemption = {"id": {"S": body["requestId"]}, "code": {"S": code}, "customer": {"S": body["customer"]}}
    try:
        client.transact_write_items(
            ClientRequestToken=body["requestId"],
            TransactItems=[use_once(code), {"Put": {"TableName": REDEMPTIONS, "Item": redemption}}],
        )
    except client.exceptions.TransactionCanceledException:
        return reply(410, error="coupon is used up")
    return reply(200, redeemed=code)


def redeem_gift(event, context):
    code = event["pathParameters"]["code"]
    body = json.loads(event["body"])
    redemption = {
        "id": {"S": body["requestId"]},
        "code": {"S": code},
        "customer": {"S": body["customer"]},
        "redeemed_at": {"S": datetime.now(timezone.utc).isoformat()},
    }
    try:
        client.transact_write_items(
            ClientRequestToken=body["requestId"],
            TransactItems=[use_once(code), {"Put": {"TableName": REDEMPTIONS, "Item": redemption}}],
        )
    except client.exceptions.TransactionCanceledException:
        return reply(410, error="gift is used up")
    return reply(200, redeemed=code)


def issue(event, context):
    body = json.loads(event["body"])
    code = secrets.token_hex(5).upper()
    client.put_item(
        TableName=COUPONS,
        Item={"code": {"S": code}, "uses_left": {"N": str(body["uses"])}},
        ConditionExpression="attribute_not_exists(code)",
    )
    return reply(201, code=code)
