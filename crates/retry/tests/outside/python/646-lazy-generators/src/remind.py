import json
import os

import boto3

sqs = boto3.client("sqs")


def send_reminders(customers):
    for customer in customers:
        yield sqs.send_message(
            QueueUrl=os.environ["REMINDERS"], MessageBody=json.dumps({"customer": customer})
        )


def handler(event, context):
    due = [c["id"] for c in event["customers"] if c["due"]]
    send_reminders(due)
    return {"due": len(due)}
