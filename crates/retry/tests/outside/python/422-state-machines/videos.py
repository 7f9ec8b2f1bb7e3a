import hashlib
import json
import os
from urllib.parse import unquote_plus

import boto3

sfn = boto3.client("stepfunctions")
MACHINE = os.environ["MACHINE_ARN"]


def name_of(*parts: str) -> str:
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:40]


def on_video(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        obj = record["s3"]["object"]
        key = unquote_plus(obj["key"])
        try:
            sfn.start_execution(
                stateMachineArn=MACHINE,
                name=name_of(bucket, key, obj["sequencer"]),
                input=json.dumps({"bucket": bucket, "key": key}),
            )
        except sfn.exceptions.ExecutionAlreadyExists:
            print("already started:", key)


def rerun(event, context):
    body = json.loads(event["body"])
    started = sfn.start_execution(
        stateMachineArn=MACHINE,
        input=json.dumps({"bucket": body["bucket"], "key": body["key"]}),
    )
    return {
        "statusCode": 202,
        "body": json.dumps({"execution": started["executionArn"]}),
    }
