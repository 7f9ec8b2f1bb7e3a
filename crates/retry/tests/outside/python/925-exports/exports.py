import json
import os

import boto3

sfn = boto3.client("stepfunctions")


def start(event, context):
    body = json.loads(event["body"])
    execution = sfn.start_execution(
        stateMachineArn=os.environ["STATE_MACHINE_ARN"],
        input=json.dumps({"table": body["table"], "format": body.get("format", "json")}),
    )
    return {
        "statusCode": 202,
        "body": json.dumps({"execution": execution["executionArn"]}),
    }


def daily(event, context):
    day = event["time"][:10]
    sfn.start_execution(
        stateMachineArn=os.environ["STATE_MACHINE_ARN"],
        name=f"daily-{day}",
        input=json.dumps({"table": "orders", "format": "json", "day": day}),
    )
