import os
from datetime import datetime, timezone

import boto3

from hooks.signature import is_valid

table = boto3.resource("dynamodb").Table(os.environ["DELIVERIES_TABLE"])


def handler(event, context):
    if not is_valid(event):
        return {"statusCode": 401}
    headers = event["headers"]
    table.put_item(
        Item={
            "delivery": headers["x-github-delivery"],
            "event": headers["x-github-event"],
            "payload": event["body"],
            "received_at": datetime.now(timezone.utc).isoformat(),
        }
    )
    return {"statusCode": 202}
