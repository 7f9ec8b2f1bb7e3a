import json
import os
from typing import Iterator, NamedTuple

import boto3

sqs = boto3.client("sqs")


class Stop(NamedTuple):
    message_id: str
    depot: str
    parcel: str
    phone: str


def stops(event: dict) -> Iterator[Stop]:
    for record in event["Records"]:
        body = json.loads(record["body"])
        yield Stop(record["messageId"], body["depot"], body["parcel"], body["driverPhone"])


def handler(event, context):
    for stop in stops(event):
        sqs.send_message(
            QueueUrl=os.environ["ROUTES_QUEUE_URL"],
            MessageBody=json.dumps({"parcel": stop.parcel, "phone": stop.phone}),
            MessageGroupId=stop.depot,
            MessageDeduplicationId=stop.message_id,
        )
