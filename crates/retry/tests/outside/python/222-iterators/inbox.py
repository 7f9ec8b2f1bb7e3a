import json

import boto3

sqs = boto3.client("sqs")
ses = boto3.client("ses")
URL = "https://sqs.eu-west-1.amazonaws.com/123456789012/inbox"


class Squares:
    def __init__(self, limit):
        self.limit = limit
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= self.limit:
            raise StopIteration
        self.at += 1
        return self.at**2


def numbers(event, context):
    return {"statusCode": 200, "body": json.dumps(list(Squares(4)))}


def drain(event, context):
    answer = sqs.receive_message(QueueUrl=URL, MaxNumberOfMessages=10)
    for message in answer.get("Messages", []):
        ses.send_raw_email(RawMessage={"Data": message["Body"]})
        sqs.delete_message(QueueUrl=URL, ReceiptHandle=message["ReceiptHandle"])
