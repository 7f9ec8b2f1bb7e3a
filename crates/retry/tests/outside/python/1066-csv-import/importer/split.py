import csv
import io
import json
import os
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
sqs = boto3.client("sqs")


def lines(record):
    where = record["s3"]
    key = unquote_plus(where["object"]["key"])
    data = s3.get_object(Bucket=where["bucket"]["name"], Key=key)["Body"].read()
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"))))


def to_standard(event, context):
    for record in event["Records"]:
        for row in lines(record):
            sqs.send_message(
                QueueUrl=os.environ["STANDARD_QUEUE"], MessageBody=json.dumps(row, sort_keys=True)
            )


def to_fifo(event, context):
    for record in event["Records"]:
        version = record["s3"]["object"]["eTag"]
        for index, row in enumerate(lines(record)):
            sqs.send_message(
                QueueUrl=os.environ["FIFO_QUEUE"],
                MessageBody=json.dumps(row, sort_keys=True),
                MessageGroupId=version,
                MessageDeduplicationId=f"{version}-{index}",
            )
