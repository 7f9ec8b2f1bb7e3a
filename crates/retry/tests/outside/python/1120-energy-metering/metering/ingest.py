import json
import os
from decimal import Decimal

import boto3

raw = boto3.resource("dynamodb").Table(os.environ["RAW_TABLE"])


def handler(event, context):
    for record in event["Records"]:
        telegram = json.loads(record["body"], parse_float=Decimal)
        raw.put_item(
            Item={
                "meter": telegram["meter"],
                "message": record["messageId"],
                "day": telegram["at"][:10],
                "kwh": telegram["kwh"],
            }
        )
