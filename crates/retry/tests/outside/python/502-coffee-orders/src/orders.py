import json
import os
import uuid
from datetime import datetime, timezone
from typing import Any

import boto3

client = boto3.client("dynamodb")
TABLE = os.environ["TABLE_NAME"]


def respond(status: int, body: Any) -> dict:
    return {
        "statusCode": status,
        "headers": {"content-type": "application/json"},
        "body": json.dumps(body),
    }


def create(event, context):
    body = json.loads(event["body"])
    order_id = str(uuid.uuid4())
    client.put_item(
        TableName=TABLE,
        Item={
            "orderId": {"S": order_id},
            "drink": {"S": body["drink"]},
            "size": {"S": body["size"]},
            "placedAt": {"S": datetime.now(timezone.utc).isoformat()},
        },
    )
    return respond(201, {"orderId": order_id})


def get(event, context):
    order_id = event["pathParameters"]["orderId"]
    result = client.get_item(TableName=TABLE, Key={"orderId": {"S": order_id}})
    item = result.get("Item")
    if item is None:
        return respond(404, {"message": f"no order {order_id}"})
    return respond(200, {name: value["S"] for name, value in item.items()})
