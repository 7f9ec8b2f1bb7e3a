import hashlib
import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger(__name__)
sfn = boto3.client("stepfunctions")
STATE_MACHINE = os.environ["STATE_MACHINE_ARN"]


def execution_name(bucket: str, key: str, sequencer: str) -> str:
    return hashlib.sha256(f"{bucket}/{key}/{sequencer}".encode()).hexdigest()


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        obj = record["s3"]["object"]
        name = execution_name(bucket, obj["key"], obj["sequencer"])
        try:
            sfn.start_execution(
                stateMachineArn=STATE_MACHINE,
                name=name,
                input=json.dumps({"bucket": bucket, "key": obj["key"]}),
            )
        except ClientError as err:
            if err.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise
            logger.info("%s is being transcoded already", obj["key"])
