import json
import os
from typing import Callable

import boto3

sqs = boto3.client("sqs")


def each(event, forward: Callable[[str, dict], None]):
    for record in event["Records"]:
        forward(record["Sns"]["MessageId"], json.loads(record["Sns"]["Message"]))


def send_standard(message_id, message):
    sqs.send_message(
        QueueUrl=os.environ["STANDARD_URL"],
        MessageBody=json.dumps({"source": message_id, **message}),
        MessageAttributes={
            "deduplication": {"DataType": "String", "StringValue": message_id}
        },
    )


def send_fifo(message_id, message):
    sqs.send_message(
        QueueUrl=os.environ["FIFO_URL"],
        MessageBody=json.dumps({"source": message_id, **message}),
        MessageGroupId=str(message["customer"]),
        MessageDeduplicationId=message_id,
    )


def to_standard(event, context):
    each(event, send_standard)


def to_fifo(event, context):
    each(event, send_fifo)
