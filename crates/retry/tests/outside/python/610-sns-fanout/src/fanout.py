import hashlib
import json
import os

import boto3
from src.subscribers import addresses

sqs = boto3.client("sqs")
QUEUE = os.environ["DELIVERIES"]


def handler(event, context):
    for record in event["Records"]:
        news = json.loads(record["Sns"]["Message"])
        for address in addresses(news["topic"]):
            token = hashlib.sha256(f"{record['Sns']['MessageId']}|{address}".encode()).hexdigest()
            sqs.send_message(
                QueueUrl=QUEUE,
                MessageBody=json.dumps({"to": address, "headline": news["headline"]}),
                MessageGroupId=address,
                MessageDeduplicationId=token,
            )
