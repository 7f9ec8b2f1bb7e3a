import json
import os
import time

import boto3
from botocore.exceptions import ClientError

tickets = boto3.resource("dynamodb").Table(os.environ["TICKETS"])


def _json(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def _refused(error):
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException"


def scan(event, context):
    ticket = event["pathParameters"]["ticket"]
    try:
        tickets.update_item(
            Key={"ticket": ticket},
            UpdateExpression="SET used_at = :now",
            ConditionExpression="attribute_exists(ticket) AND attribute_not_exists(used_at)",
            ExpressionAttributeValues={":now": int(time.time())},
        )
    except ClientError as error:
        if _refused(error):
            return _json(409, ticket=ticket, message="unknown or used")
        raise
    return _json(200, ticket=ticket, message="welcome")


def admit(event, context):
    """Like scan, but the gate names its scan so that it can ask again."""
    ticket = event["pathParameters"]["ticket"]
    try:
        tickets.update_item(
            Key={"ticket": ticket},
            UpdateExpression="SET scan_id = :scan, used_at = if_not_exists(used_at, :now)",
            ConditionExpression=(
                "attribute_exists(ticket) AND "
                "(scan_id = :scan OR (attribute_not_exists(scan_id) AND attribute_not_exists(used_at)))"
            ),
            ExpressionAttributeValues={":scan": event["pathParameters"]["scan"], ":now": int(time.time())},
        )
    except ClientError as error:
        if _refused(error):
            return _json(409, ticket=ticket, message="unknown or used")
        raise
    return _json(200, ticket=ticket, message="welcome")


def show(event, context):
    item = tickets.get_item(Key={"ticket": event["pathParameters"]["ticket"]}).get("Item")
    if not item:
        return _json(404)
    return _json(200, ticket=item["ticket"], usedAt=int(item["used_at"]) if "used_at" in item else None)
