import base64
import json
import os
from collections import Counter
from enum import Enum

import boto3

usage = boto3.resource("dynamodb").Table(os.environ["USAGE"])


class Kind(Enum):
    READING = "reading"
    HEARTBEAT = "heartbeat"


def readings(records):
    for record in records:
        data = json.loads(base64.b64decode(record["kinesis"]["data"]))
        match Kind(data["kind"]):
            case Kind.READING:
                yield data["meter"], data["at"][:10], int(data["wh"])
            case Kind.HEARTBEAT:
                continue


def handler(event, context):
    totals = Counter()
    for meter, day, wh in readings(event["Records"]):
        totals[meter, day] += wh
    for (meter, day), wh in totals.items():
        usage.update_item(
            Key={"meter": meter, "day": day},
            UpdateExpression="ADD wh :wh",
            ExpressionAttributeValues={":wh": wh},
        )
