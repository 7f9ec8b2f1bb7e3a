import json
import os
from datetime import datetime, timezone

import boto3

from auth import Forbidden, user_of

table = boto3.resource("dynamodb").Table(os.environ["FLAGS_TABLE"])


def set_flag(event, context):
    try:
        user = user_of(event)
    except Forbidden as error:
        return {"statusCode": 403, "body": json.dumps({"error": str(error)})}
    name = event["pathParameters"]["name"]
    enabled = json.loads(event["body"])["enabled"] is True
    table.update_item(
        Key={"name": name},
        UpdateExpression="SET enabled = :e, changedBy = :u, changedAt = :t",
        ExpressionAttributeValues={
            ":e": enabled,
            ":u": user,
            ":t": datetime.now(timezone.utc).isoformat(),
        },
    )
    return {"statusCode": 200, "body": json.dumps({"name": name, "enabled": enabled})}


def evaluate(event, context):
    item = table.get_item(Key={"name": event["pathParameters"]["name"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"enabled": item.get("enabled", False)})}
