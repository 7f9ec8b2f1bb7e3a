import json
import os

import httpx

from credentials import api_key

BASE_URL = os.environ["BASE_URL"]


def fetch(base: str, quote: str) -> float:
    response = httpx.get(
        f"{BASE_URL}/latest",
        params={"base": base, "symbols": quote},
        headers={"Authorization": f"Bearer {api_key()}"},
        timeout=5.0,
    )
    response.raise_for_status()
    return response.json()["rates"][quote]


def handler(event, context):
    base = event["pathParameters"]["base"].upper()
    quote = event["pathParameters"]["quote"].upper()
    try:
        rate = fetch(base, quote)
    except httpx.HTTPError:
        return {"statusCode": 502, "body": json.dumps({"message": "rates are not available"})}
    return {"statusCode": 200, "body": json.dumps({"base": base, "quote": quote, "rate": rate})}
