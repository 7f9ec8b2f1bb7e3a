import json
from decimal import Decimal

import boto3

readings = boto3.resource("dynamodb").Table("readings")
_sequence = 0


def next_number():
    global _sequence
    _sequence += 1
    return f"{_sequence:08d}"


def store(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"], parse_float=Decimal)
        readings.put_item(
            Item={
                "device": message["device"],
                "number": next_number(),
                "taken_at": record["Sns"]["Timestamp"],
                "value": message["value"],
            }
        )
