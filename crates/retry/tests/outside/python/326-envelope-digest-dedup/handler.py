import os

import boto3

from envelope import Envelope

sqs = boto3.client("sqs")


def announce(event, context):
    detail = event["detail"]
    envelope = Envelope("ParcelScanned", detail["parcel"], {"station": detail["station"]})
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=envelope.dump(),
        MessageGroupId=envelope.subject,
        MessageDeduplicationId=envelope.digest,
    )
