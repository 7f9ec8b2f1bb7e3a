import json
import random
from functools import lru_cache

import boto3

quotes = boto3.resource("dynamodb").Table("quotes")


@lru_cache(maxsize=128)
def cents(text):
    whole, _, rest = text.partition(".")
    return int(whole) * 100 + int((rest + "00")[:2])


def convert(event, context):
    body = json.loads(event["body"])
    return {"statusCode": 200, "body": json.dumps({"cents": cents(body["amount"])})}


def quote(event, context):
    body = json.loads(event["body"])
    number = random.randint(1, 10**9)
    quotes.put_item(Item={"id": str(number), "cents": cents(body["amount"])})
    return {"statusCode": 200, "body": str(number)}
