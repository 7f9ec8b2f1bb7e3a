import json
from enum import Enum

import boto3

parcels = boto3.resource("dynamodb").Table("parcels")
Refused = parcels.meta.client.exceptions.ConditionalCheckFailedException


class State(Enum):
    PLACED = "placed"
    PACKED = "packed"


def move(parcel, before, after):
    try:
        parcels.update_item(
            Key={"id": parcel},
            UpdateExpression="SET #s = :after",
            ConditionExpression="#s = :before",
            ExpressionAttributeNames={"#s": "state"},
            ExpressionAttributeValues={":before": before.value, ":after": after.value},
        )
        return True
    except Refused:
        return False


def pack(event, context):
    parcel = event["pathParameters"]["id"]
    move(parcel, State.PLACED, State.PACKED)
    return {"statusCode": 202, "body": json.dumps({"parcel": parcel})}


def reopen(event, context):
    parcel = event["pathParameters"]["id"]
    if move(parcel, State.PACKED, State.PLACED):
        return {"statusCode": 200, "body": json.dumps({"parcel": parcel})}
    return {"statusCode": 409, "body": json.dumps({"error": "not packed"})}
