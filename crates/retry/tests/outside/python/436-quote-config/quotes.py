import json
import uuid
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

import boto3

rates = boto3.resource("dynamodb").Table("rates")
CENT = Decimal("0.01")


@lru_cache(maxsize=64)
def rate_of(country: str) -> Decimal:
    item = rates.get_item(Key={"country": country}).get("Item")
    return item["rate"] if item else Decimal("0.25")


def gross(net: Decimal, country: str) -> Decimal:
    return (net * (1 + rate_of(country))).quantize(CENT, rounding=ROUND_HALF_UP)


def quote(event, context):
    body = json.loads(event["body"], parse_float=Decimal)
    lines = [
        {"sku": line["sku"], "gross": str(gross(Decimal(line["net"]), body["country"]))}
        for line in body["lines"]
    ]
    total = sum((Decimal(line["gross"]) for line in lines), Decimal(0))
    return {
        "statusCode": 200,
        "body": json.dumps({"quote": str(uuid.uuid4()), "lines": lines, "total": str(total)}),
    }
