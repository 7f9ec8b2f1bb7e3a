import json
import os
import re

import boto3

sfn = boto3.client("stepfunctions")
STATE_MACHINE = os.environ["STATE_MACHINE"]


def execution_name(order):
    return "order-" + re.sub(r"[^A-Za-z0-9_-]", "-", order)[:70]


def begin(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        try:
            sfn.start_execution(
                stateMachineArn=STATE_MACHINE,
                name=execution_name(order["id"]),
                input=json.dumps(order, sort_keys=True),
            )
        except sfn.exceptions.ExecutionAlreadyExists:
            print("already started", order["id"])
