import json
import os

import boto3

sqs = boto3.client("sqs")


def doctor(event, context):
    result = json.loads(event["Records"][0]["Sns"]["Message"])
    if not result.get("critical"):
        return
    sqs.send_message(
        QueueUrl=os.environ["DOCTORS_QUEUE"],
        MessageBody=json.dumps({"patient": result["patient"], "values": result["values"]}),
        MessageGroupId=result["doctor"],
        MessageDeduplicationId=context.aws_request_id,
    )


def amendment(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        sqs.send_message(
            QueueUrl=os.environ["AMENDED_QUEUE"],
            MessageBody=record["body"],
            MessageGroupId=body["patient"],
            MessageDeduplicationId=context.aws_request_id,
        )
