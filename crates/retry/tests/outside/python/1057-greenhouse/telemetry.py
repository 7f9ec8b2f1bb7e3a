import json
import os
from dataclasses import dataclass
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
readings = dynamodb.Table(os.environ["READINGS"])
devices = dynamodb.Table(os.environ["DEVICES"])


@dataclass
class Reading:
    device: str
    taken: int
    celsius: Decimal

    def to_item(self):
        return {"device": self.device, "taken": self.taken, "celsius": self.celsius}


def ingest(event, context):
    reading = Reading(event["device"], int(event["taken"]), Decimal(str(event["celsius"])))
    readings.put_item(Item=reading.to_item())


def heartbeat(event, context):
    try:
        devices.update_item(
            Key={"device": event["device"]},
            UpdateExpression="SET last_seen = :t",
            ConditionExpression="attribute_not_exists(last_seen) OR last_seen < :t",
            ExpressionAttributeValues={":t": int(event["sent"])},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def view(event, context):
    device = event["pathParameters"]["device"]
    latest = readings.query(
        KeyConditionExpression=Key("device").eq(device), ScanIndexForward=False, Limit=1
    )["Items"]
    state = devices.get_item(Key={"device": device}).get("Item", {})
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "device": device,
                "last_seen": str(state.get("last_seen")),
                "celsius": str(latest[0]["celsius"]) if latest else None,
            }
        ),
    }
