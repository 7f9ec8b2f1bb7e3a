"""GET /convert?amount=..&to=..: asks a foreign service for the rate; changes nothing."""
import json
import os
from functools import lru_cache

import boto3
import requests

ssm = boto3.client("ssm")


@lru_cache(maxsize=1)
def api_key() -> str:
    reply = ssm.get_parameter(Name=os.environ["KEY_PARAMETER"], WithDecryption=True)
    return reply["Parameter"]["Value"]


def rate(currency: str) -> float:
    reply = requests.get(
        os.environ["RATES_URL"],
        params={"base": "EUR", "symbols": currency},
        headers={"authorization": f"Bearer {api_key()}"},
        timeout=5,
    )
    reply.raise_for_status()
    return reply.json()["rates"][currency]


def handler(event, context):
    query = event["queryStringParameters"]
    amount, currency = float(query["amount"]), query["to"].upper()
    try:
        converted = round(amount * rate(currency), 2)
    except requests.HTTPError:
        return {"statusCode": 502, "body": json.dumps({"error": "rates are not available"})}
    return {"statusCode": 200, "body": json.dumps({"amount": converted, "currency": currency})}
