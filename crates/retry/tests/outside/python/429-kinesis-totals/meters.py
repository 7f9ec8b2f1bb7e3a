import base64
import json
from decimal import Decimal

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
totals_table = dynamodb.Table("totals")
counts_table = dynamodb.Table("counts")


def readings(event):
    for record in event["Records"]:
        kinesis = record["kinesis"]
        payload = json.loads(base64.b64decode(kinesis["data"]), parse_float=Decimal)
        yield kinesis["sequenceNumber"], payload["device"], Decimal(payload["kwh"])


def totals(event, context):
    for sequence, device, kwh in readings(event):
        try:
            totals_table.update_item(
                Key={"device": device},
                UpdateExpression="SET lastSequence = :s ADD kwhTotal :k",
                ConditionExpression="attribute_not_exists(lastSequence) OR lastSequence < :s",
                ExpressionAttributeValues={":s": sequence, ":k": kwh},
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise


def counts(event, context):
    for sequence, device, _ in readings(event):
        counts_table.update_item(
            Key={"device": device},
            UpdateExpression="SET lastSequence = :s ADD readings :one",
            ExpressionAttributeValues={":s": sequence, ":one": 1},
        )
