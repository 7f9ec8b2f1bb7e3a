import json
import os

import boto3

sqs = boto3.client("sqs")


def handler(event, context, seen=[]):
    alarm = event["detail"]["alarm"]
    if alarm in seen:
        return
    seen.append(alarm)
    sqs.send_message(
        QueueUrl=os.environ["ALERT_QUEUE"],
        MessageGroupId="alarms",
        MessageDeduplicationId=event["id"],
        MessageBody=json.dumps({"alarm": alarm, "at": event["time"]}),
    )
