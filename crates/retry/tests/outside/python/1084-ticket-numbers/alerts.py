import json
import os

import boto3

sns = boto3.client("sns")


def is_new(message_id, seen=set()):
    """Remembers the messages of this instance."""
    if message_id in seen:
        return False
    seen.add(message_id)
    return True


def handler(event, context):
    for record in event["Records"]:
        if is_new(record["messageId"]):
            ticket = json.loads(record["body"])
            sns.publish(TopicArn=os.environ["TOPIC"], Message=f"Ticket {ticket['id']} is urgent")
