import json
import logging
from enum import Enum

import boto3

logger = logging.getLogger()
parcels = boto3.resource("dynamodb").Table("parcels")


class Status(Enum):
    PACKED = "packed"
    SENT = "sent"
    DELIVERED = "delivered"


def on_event(event, context):
    detail = event["detail"]
    try:
        status = Status(detail["status"])
    except ValueError:
        logger.error("unknown status %s", detail["status"])
        return
    parcels.update_item(
        Key={"id": detail["parcel"]},
        UpdateExpression="SET #status = :status",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={":status": status.value},
    )


def track(event, context):
    parcel = parcels.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if parcel is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"status": parcel["status"]})}
