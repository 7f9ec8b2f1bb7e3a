import json
from datetime import datetime, timezone

import boto3

devices = boto3.resource("dynamodb").Table("devices")


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def seen(event, context):
    """Remembers when a device was seen for the first time."""
    result = devices.update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET first_seen = if_not_exists(first_seen, :now)",
        ExpressionAttributeValues={":now": now()},
    )
    status = result["ResponseMetadata"]["HTTPStatusCode"]
    return {"statusCode": 204 if status == 200 else 502}


def show(event, context):
    item = devices.get_item(
        Key={"id": event["pathParameters"]["id"]},
        ProjectionExpression="first_seen",
        ConsistentRead=True,
    ).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"firstSeen": item["first_seen"]})}
