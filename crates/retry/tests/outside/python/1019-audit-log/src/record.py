import os
from datetime import datetime, timezone

import boto3
from aws_lambda_powertools.utilities.data_classes import EventBridgeEvent, event_source
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["AUDIT_TABLE"])


@event_source(data_class=EventBridgeEvent)
def handler(event: EventBridgeEvent, context):
    entry = {
        "eventId": event.get_id,
        "actor": event.detail["actor"],
        "action": event.detail_type,
        "recordedAt": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    try:
        table.put_item(Item=entry, ConditionExpression="attribute_not_exists(eventId)")
    except ClientError as err:
        if err.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
