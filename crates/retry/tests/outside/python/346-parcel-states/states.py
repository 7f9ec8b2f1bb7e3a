from enum import Enum

import boto3
from botocore.exceptions import ClientError

parcels = boto3.resource("dynamodb").Table("parcels")


class State(Enum):
    PLACED = "placed"
    PACKED = "packed"
    SHIPPED = "shipped"


def advance(parcel, before, after):
    try:
        parcels.update_item(
            Key={"id": parcel},
            UpdateExpression="SET #s = :after",
            ConditionExpression="#s = :before",
            ExpressionAttributeNames={"#s": "state"},
            ExpressionAttributeValues={":before": before.value, ":after": after.value},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
