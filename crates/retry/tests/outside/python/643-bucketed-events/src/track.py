import hashlib
import json
import os

import boto3

dynamodb = boto3.resource("dynamodb")
BUCKETS = 16


def store(table, bucket, sns):
    click = json.loads(sns["Message"])
    dynamodb.Table(table).put_item(
        Item={
            "bucket": f"b{bucket:02d}",
            "id": sns["MessageId"],
            "user": click["user"],
            "page": click["page"],
        }
    )


def track(event, context):
    for record in event["Records"]:
        user = json.loads(record["Sns"]["Message"])["user"]
        store(os.environ["EVENTS"], hash(user) % BUCKETS, record["Sns"])


def track_v2(event, context):
    for record in event["Records"]:
        user = json.loads(record["Sns"]["Message"])["user"]
        digest = hashlib.md5(user.encode()).digest()
        store(os.environ["EVENTS_V2"], digest[0] % BUCKETS, record["Sns"])
