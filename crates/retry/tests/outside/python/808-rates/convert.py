import json
import os
import time
from decimal import Decimal

import boto3

dynamodb = boto3.resource("dynamodb")
rates = dynamodb.Table(os.environ["RATES_TABLE"])
ledger = dynamodb.Table(os.environ["LEDGER_TABLE"])


def handler(event, context):
    body = json.loads(event["body"])
    rate = rates.get_item(Key={"day": body["day"]}).get("Item")
    if rate is None:
        return {"statusCode": 404, "body": json.dumps({"error": "no rate for that day"})}
    amount = Decimal(str(body["amount"])) * Decimal(rate["usd"])
    ledger.put_item(
        Item={
            "account": body["account"],
            "at": time.time_ns(),
            "eur": str(body["amount"]),
            "usd": str(amount),
        }
    )
    return {"statusCode": 201, "body": json.dumps({"usd": str(amount)})}
