import json

import boto3

client = boto3.client("stepfunctions")
MACHINE = "arn:aws:states:eu-west-1:123456789012:stateMachine:orders"


def start(event, context):
    for record in event["Records"]:
        client.start_execution(
            stateMachineArn=MACHINE, name=record["messageId"], input=record["body"]
        )


def start_any(event, context):
    for record in event["Records"]:
        client.start_execution(stateMachineArn=MACHINE, input=record["body"])


def tell(event, context):
    client.send_task_success(taskToken=event["token"], output=json.dumps({"ok": True}))
