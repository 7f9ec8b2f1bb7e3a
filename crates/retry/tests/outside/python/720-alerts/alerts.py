import functools
import json
import os

import boto3
import urllib3

http = urllib3.PoolManager()
sqs = boto3.client("sqs")


@functools.lru_cache(maxsize=4096)
def deliver(message_id, text):
    """Cached, so that a message which SNS delivers twice is only posted once."""
    response = http.request(
        "POST",
        os.environ["SLACK_WEBHOOK"],
        body=json.dumps({"text": text}).encode(),
        headers={"Content-Type": "application/json"},
    )
    if response.status >= 400:
        raise RuntimeError(f"chat answered {response.status}")
    return True


def chat(event, context):
    for record in event["Records"]:
        deliver(record["Sns"]["MessageId"], record["Sns"]["Message"])


def page(event, context):
    for record in event["Records"]:
        notice = record["Sns"]
        sqs.send_message(
            QueueUrl=os.environ["PAGER_QUEUE"],
            MessageBody=json.dumps({"subject": notice["Subject"], "text": notice["Message"]}),
            MessageGroupId=notice["TopicArn"].rsplit(":", 1)[-1],
            MessageDeduplicationId=notice["MessageId"],
        )
