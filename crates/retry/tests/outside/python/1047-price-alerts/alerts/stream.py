import json
import os
from decimal import Decimal

import boto3

from alerts.cache import first_time

sqs = boto3.client("sqs")


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] != "MODIFY":
            continue
        old = Decimal(record["dynamodb"]["OldImage"]["price"]["N"])
        new = Decimal(record["dynamodb"]["NewImage"]["price"]["N"])
        if new >= old:
            continue
        if not first_time(record["eventID"]):
            continue
        sqs.send_message(
            QueueUrl=os.environ["QUEUE_URL"],
            MessageBody=json.dumps(
                {"sku": record["dynamodb"]["Keys"]["sku"]["S"], "price": str(new)}
            ),
        )
