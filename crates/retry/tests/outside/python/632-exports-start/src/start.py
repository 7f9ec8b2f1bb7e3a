import json
import os
import time

import boto3

sfn = boto3.client("stepfunctions")


def handler(event, context):
    month = event["detail"]["month"]
    execution = sfn.start_execution(
        stateMachineArn=os.environ["STATE_MACHINE"],
        name=f"export-{month}-{int(time.time())}",  # names must be unique
        input=json.dumps({"month": month}),
    )
    print("started", execution["executionArn"])
