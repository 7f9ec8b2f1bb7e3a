import json
import os
from decimal import ROUND_HALF_EVEN, Decimal

import boto3
import requests
from tenacity import retry, stop_after_attempt, wait_fixed

table = boto3.resource("dynamodb").Table(os.environ["RATES"])
CURRENCIES = ("USD", "GBP", "CHF")


@retry(stop=stop_after_attempt(3), wait=wait_fixed(1))
def fetch():
    response = requests.get(os.environ["SOURCE"], params={"base": "EUR"}, timeout=5)
    return response.json()["rates"]


def refresh(event, context):
    rates = fetch()
    for currency in CURRENCIES:
        table.put_item(Item={"currency": currency, "rate": Decimal(str(rates[currency]))})


def convert(event, context):
    query = event["queryStringParameters"]
    item = table.get_item(Key={"currency": query["to"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    amount = (Decimal(query["amount"]) * item["rate"]).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return {"statusCode": 200, "body": json.dumps({"amount": str(amount)})}
