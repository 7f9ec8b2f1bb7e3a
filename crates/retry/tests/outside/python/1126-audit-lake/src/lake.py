import base64
import json
import os
from datetime import datetime, timezone

import boto3

s3 = boto3.client("s3")
kinesis = boto3.client("kinesis")
LAKE = os.environ["LAKE"]


def _store(key, rows):
    s3.put_object(Bucket=LAKE, Key=key, Body="\n".join(json.dumps(r, sort_keys=True) for r in rows))


def archive(event, context):
    records = event["Records"]
    rows = [json.loads(base64.b64decode(r["kinesis"]["data"])) for r in records]
    first = records[0]["kinesis"]["sequenceNumber"]
    _store(f"events/{first}.jsonl", rows)


def archive_orders(event, context):
    rows = [json.loads(r["body"]) for r in event["Records"]]
    stamp = datetime.now(timezone.utc).strftime("%Y/%m/%d/%H%M%S%f")
    _store(f"orders/{stamp}.jsonl", rows)


def forward(event, context):
    for record in event["Records"]:
        payload = base64.b64decode(record["kinesis"]["data"])
        if json.loads(payload).get("severity", 0) >= 8:
            kinesis.put_record(
                StreamName=os.environ["FORWARD_STREAM"],
                Data=payload,
                PartitionKey=record["kinesis"]["partitionKey"],
            )
