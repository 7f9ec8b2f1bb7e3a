import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger(__name__)
sfn = boto3.client("stepfunctions")


def begin(event, context):
    for index, record in enumerate(event["Records"]):
        signup = json.loads(record["body"])
        name = f"{context.aws_request_id}-{index}"
        try:
            sfn.start_execution(
                stateMachineArn=os.environ["STATE_MACHINE"],
                name=name,
                input=json.dumps({"user": signup["user"], "plan": signup["plan"]}),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise
            logger.info("execution %s exists", name)
