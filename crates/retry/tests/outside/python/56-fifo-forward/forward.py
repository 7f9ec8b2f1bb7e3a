"""From a standard queue to a FIFO queue, which drops repetitions by itself."""
import json
import os

import boto3

sqs = boto3.client("sqs")


def normalise(body):
    return {
        "account": body["account"].upper(),
        "cents": int(body["cents"]),
        "currency": body.get("currency", "EUR"),
    }


def handler(event, context):
    for record in event["Records"]:
        body = normalise(json.loads(record["body"]))
        sqs.send_message(
            QueueUrl=os.environ["TARGET"],
            MessageBody=json.dumps(body, sort_keys=True),
            MessageGroupId=body["account"],
            MessageDeduplicationId=record["messageId"],
        )
