import os

import boto3
import httpx

rates = boto3.resource("dynamodb").Table(os.environ["RATES_TABLE"])


def handler(event, context):
    response = httpx.get("https://api.frankfurter.app/latest", params={"from": "EUR", "to": "USD"}, timeout=10)
    response.raise_for_status()
    usd = response.json()["rates"]["USD"]
    rates.put_item(Item={"day": event["time"][:10], "usd": str(usd)})
