"""Keeps every notification. SNS invokes asynchronously: a repetition has the same request id."""
import json
import os
from typing import Any

import boto3

TABLE = boto3.resource("dynamodb").Table(os.environ["AUDIT_TABLE"])
SECRET = {"password", "token", "iban"}


def redact(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: "***" if k in SECRET else redact(v) for k, v in value.items()}
    if isinstance(value, list):
        return [redact(v) for v in value]
    return value


def handler(event, context):
    notification = event["Records"][0]["Sns"]
    TABLE.put_item(
        Item={
            "id": context.aws_request_id,
            "topic": notification["TopicArn"],
            "at": notification["Timestamp"],
            "message": json.dumps(redact(json.loads(notification["Message"]))),
        }
    )
