import json
import os

import boto3
from boto3.dynamodb.types import TypeDeserializer

sns = boto3.client("sns")
deserializer = TypeDeserializer()


def plain(image):
    return {name: deserializer.deserialize(value) for name, value in image.items()}


def feed(event, context):
    for record in event["Records"]:
        if record["eventName"] not in ("INSERT", "MODIFY"):
            continue
        order = plain(record["dynamodb"]["NewImage"])
        sns.publish(
            TopicArn=os.environ["TOPIC"],
            Message=json.dumps(
                {"order": order["id"], "state": order["state"]}, sort_keys=True
            ),
            MessageGroupId=order["id"],
            MessageDeduplicationId=record["eventID"],
        )
