import os
from collections import Counter

import boto3

from scans import Scan

table = boto3.resource("dynamodb").Table(os.environ["DEPOTS"])


def handler(event, context):
    counts = Counter(Scan.from_record(r).depot for r in event["Records"])
    for depot, n in counts.items():
        table.update_item(
            Key={"depot": depot},
            UpdateExpression="ADD scans :n",
            ExpressionAttributeValues={":n": n},
        )
