import json
import logging
import os
from datetime import datetime, timezone

import boto3
from botocore.exceptions import ClientError

from handlers.ids import order_id, signed

logger = logging.getLogger()
logger.setLevel(logging.INFO)
table = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def create(event, context):
    headers = event["headers"]
    if not signed(event["body"], headers.get("x-signature", "")):
        return reply(401, {"error": "bad signature"})
    body = json.loads(event["body"])
    oid = order_id(body["customer"], headers["idempotency-key"])
    try:
        table.put_item(
            Item={
                "id": oid,
                "customer": body["customer"],
                "lines": body["lines"],
                "createdAt": datetime.now(timezone.utc).isoformat(),
            },
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        logger.info("order %s was there already", oid)
    return reply(201, {"id": oid})


def show(event, context):
    item = table.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return reply(404, {"error": "no such order"})
    return reply(200, {"id": item["id"], "customer": item["customer"], "createdAt": item["createdAt"]})
