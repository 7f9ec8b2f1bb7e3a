import logging
import os
import uuid
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

from notes.http import BadRequest, parse_note, reply

logger = logging.getLogger()
logger.setLevel(os.environ.get("LOG_LEVEL", "INFO"))

table = boto3.resource("dynamodb").Table(os.environ["NOTES_TABLE"])


def now() -> str:
    return datetime.now(timezone.utc).isoformat()


def create(event, context):
    try:
        note = parse_note(event)
    except BadRequest as exc:
        return reply(400, {"error": str(exc)})
    item = {"id": str(uuid.uuid4()), "createdAt": now(), **note}
    table.put_item(Item=item)
    logger.info("created note %s", item["id"])
    return reply(201, item)


def get(event, context):
    note_id = event["pathParameters"]["id"]
    item = table.get_item(Key={"id": note_id}).get("Item")
    if item is None:
        return reply(404, {"error": "no such note"})
    return reply(200, item)


def replace(event, context):
    note_id = event["pathParameters"]["id"]
    try:
        note = parse_note(event)
    except BadRequest as exc:
        return reply(400, {"error": str(exc)})
    try:
        table.update_item(
            Key={"id": note_id},
            UpdateExpression="SET title = :t, #b = :b",
            ConditionExpression="attribute_exists(id)",
            ExpressionAttributeNames={"#b": "body"},
            ExpressionAttributeValues={":t": note["title"], ":b": note["body"]},
        )
    except ClientError as exc:
        if exc.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return reply(404, {"error": "no such note"})
        raise
    return reply(200, {"id": note_id, **note})
