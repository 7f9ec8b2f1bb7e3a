import json
import os
from datetime import datetime, timezone

import boto3

dynamodb = boto3.resource("dynamodb")


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def answer(**body):
    return {"statusCode": 200, "body": json.dumps(body)}


def enroll(event, context):
    updated = dynamodb.Table(os.environ["MEMBERS"]).update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET since = if_not_exists(since, :now)",
        ExpressionAttributeValues={":now": now()},
        ReturnValues="ALL_NEW",
    )
    return answer(since=updated["Attributes"]["since"])


def enroll_legacy(event, context):
    since = now()
    dynamodb.Table(os.environ["MEMBERS_OLD"]).update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET since = if_not_exists(since, :now)",
        ExpressionAttributeValues={":now": since},
    )
    return answer(since=since)


def touch(event, context):
    dynamodb.Table(os.environ["VISITORS"]).update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET firstSeen = if_not_exists(firstSeen, :now), lastSeen = :now",
        ExpressionAttributeValues={":now": now()},
    )
    return answer(ok=True)
