import base64
import json
import os
from collections import Counter

import boto3

table = boto3.resource("dynamodb").Table(os.environ["COUNTS_TABLE"])


def decode(record):
    return json.loads(base64.b64decode(record["kinesis"]["data"]))


def handler(event, context):
    clicks = [decode(record) for record in event["Records"]]
    counts = Counter((click["page"], click["timestamp"][:13]) for click in clicks)
    for (page, hour), number in counts.items():
        table.update_item(
            Key={"page": page, "hour": hour},
            UpdateExpression="ADD clicks :n",
            ExpressionAttributeValues={":n": number},
        )
