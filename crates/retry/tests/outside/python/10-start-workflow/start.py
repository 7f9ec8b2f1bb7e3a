import json
import logging
import os
import re

import boto3

logger = logging.getLogger()
sfn = boto3.client("stepfunctions")

STATE_MACHINE = os.environ["STATE_MACHINE_ARN"]
FORBIDDEN = re.compile(r"[^A-Za-z0-9_-]")


def execution_name(order_id: str) -> str:
    """Names of executions are unique for 90 days: the service refuses a second one."""
    return "fulfil-" + FORBIDDEN.sub("-", order_id)[:60]


def handler(event, context):
    order = event["detail"]
    name = execution_name(order["id"])
    document = {"order": order["id"], "lines": order["lines"], "paidAt": event["time"]}
    try:
        sfn.start_execution(
            stateMachineArn=STATE_MACHINE,
            name=name,
            input=json.dumps(document, sort_keys=True),
        )
    except sfn.exceptions.ExecutionAlreadyExists:
        logger.info("%s is under way already", name)
