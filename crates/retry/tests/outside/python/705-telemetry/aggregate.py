import os
from dataclasses import dataclass

import boto3
from botocore.exceptions import ClientError

from records import decode

table = boto3.resource("dynamodb").Table(os.environ["HOURLY"])


@dataclass
class Bucket:
    total: int = 0
    count: int = 0
    last: str = ""

    def add(self, sequence, value):
        self.total += value
        self.count += 1
        self.last = max(self.last, sequence)


def handler(event, context):
    buckets = {}
    for sequence, reading in decode(event):
        key = (reading["device"], reading["at"][:13])
        if key not in buckets:
            buckets[key] = Bucket()
        buckets[key].add(sequence, reading["value"])

    for (device, hour), bucket in buckets.items():
        try:
            table.update_item(
                Key={"device": device, "hour": hour},
                UpdateExpression="ADD readings_total :total, readings_count :count SET last_sequence = :last",
                ConditionExpression="attribute_not_exists(last_sequence) OR last_sequence < :last",
                ExpressionAttributeValues={
                    ":total": bucket.total,
                    ":count": bucket.count,
                    ":last": bucket.last,
                },
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
