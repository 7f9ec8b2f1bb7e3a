import json
import os
from datetime import datetime, timezone

import boto3

table = boto3.resource("dynamodb").Table(os.environ["TRAIL_TABLE"])


def write_entry(entry_id: str, kind: str, subject: str) -> None:
    table.put_item(
        Item={
            "entry_id": entry_id,
            "kind": kind,
            "subject": subject,
            "written_at": datetime.now(timezone.utc).isoformat(),
        }
    )


def login(event, context):
    user = json.loads(event["body"])["user"]
    write_entry(context.aws_request_id, "login", user)
    return {"statusCode": 204, "body": ""}


def upload(event, context):
    for record in event["Records"]:
        key = record["s3"]["object"]["key"]
        write_entry(f"{context.aws_request_id}/{key}", "upload", key)
