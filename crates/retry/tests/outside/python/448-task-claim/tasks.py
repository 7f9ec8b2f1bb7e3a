import json
import time

import boto3
from botocore.exceptions import ClientError

tasks = boto3.resource("dynamodb").Table("tasks")


def reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def claim(event, context):
    name = event["pathParameters"]["task"]
    worker = json.loads(event["body"])["worker"]
    try:
        tasks.update_item(
            Key={"task": name},
            UpdateExpression="SET claimedBy = :w, claimedAt = if_not_exists(claimedAt, :now)",
            ConditionExpression="attribute_not_exists(claimedBy) OR claimedBy = :w",
            ExpressionAttributeValues={":w": worker, ":now": int(time.time())},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        return reply(409, {"error": "claimed by somebody else"})
    return reply(200, {"task": name, "worker": worker})


def task(event, context):
    item = tasks.get_item(Key={"task": event["pathParameters"]["task"]}).get("Item", {})
    claimed_at = item.get("claimedAt")
    return reply(
        200,
        {"claimedBy": item.get("claimedBy"), "claimedAt": int(claimed_at) if claimed_at else None},
    )
