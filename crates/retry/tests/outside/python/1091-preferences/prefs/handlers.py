import json
import os

import boto3

from .repository import Preference, PreferenceRepository

repository = PreferenceRepository()
sns = boto3.client("sns")


def set_preference(event, context):
    path = event["pathParameters"]
    enabled = json.loads(event["body"])["enabled"]
    if not isinstance(enabled, bool):
        return {"statusCode": 400}
    repository.save(Preference(path["user"], path["channel"], enabled))
    return {"statusCode": 204}


def notify_user(event, context):
    for record in event["Records"]:
        note = json.loads(record["body"])
        if repository.is_enabled(note["user"], note["channel"]):
            sns.publish(TopicArn=os.environ["TOPIC"], Message=json.dumps(note))
