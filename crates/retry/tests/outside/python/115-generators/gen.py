import json

import boto3

s3 = boto3.client("s3")
sqs = boto3.client("sqs")
QUEUE = "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"


def keys(bucket, prefix):
    paginator = s3.get_paginator("list_objects_v2")
    for page in paginator.paginate(Bucket=bucket, Prefix=prefix):
        for entry in page.get("Contents", []):
            yield entry["Key"]


def empty_folder(event, context):
    for key in keys("scratch", event["folder"]):
        s3.delete_object(Bucket="scratch", Key=key)


def chunks(items, size):
    for start in range(0, len(items), size):
        yield items[start : start + size]


def enqueue(event, context):
    for chunk in chunks(event["jobs"], 10):
        sqs.send_message_batch(
            QueueUrl=QUEUE,
            Entries=[
                {"Id": str(index), "MessageBody": json.dumps(job)} for index, job in enumerate(chunk)
            ],
        )
