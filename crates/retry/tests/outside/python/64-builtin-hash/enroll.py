"""Spreads users over sixteen partitions."""
import json

import boto3

buckets = boto3.resource("dynamodb").Table("buckets")
PARTITIONS = 16


def bucket_of(user: str) -> str:
    return f"b{hash(user) % PARTITIONS:02d}"


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        buckets.put_item(
            Item={
                "bucket": bucket_of(message["user"]),
                "user": message["user"],
                "course": message["course"],
            }
        )
