import base64
import os

import boto3

firehose = boto3.client("firehose")
CHUNK = 500


def handler(event, context):
    records = [{"Data": base64.b64decode(r["kinesis"]["data"]) + b"\n"} for r in event["Records"]]
    for start in range(0, len(records), CHUNK):
        firehose.put_record_batch(
            DeliveryStreamName=os.environ["STREAM"], Records=records[start : start + CHUNK]
        )
