import json
import os

import boto3
from boto3.dynamodb.types import TypeDeserializer

sqs = boto3.client("sqs")
deserialize = TypeDeserializer().deserialize


def plain(image):
    return {name: deserialize(value) for name, value in image.items()}


def changed_attributes(old, new):
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def handler(event, context):
    for record in event["Records"]:
        if record["eventName"] != "MODIFY":
            continue
        old = plain(record["dynamodb"]["OldImage"])
        new = plain(record["dynamodb"]["NewImage"])
        changed = changed_attributes(old, new)
        if not changed:
            continue
        # Content-based deduplication: a repeated record makes the same body.
        sqs.send_message(
            QueueUrl=os.environ["CHANGES_QUEUE"],
            MessageGroupId=new["id"],
            MessageBody=json.dumps({"id": new["id"], "event": record["eventID"], "changed": list(changed)}),
        )
