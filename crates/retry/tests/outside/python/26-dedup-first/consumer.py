"""A table of processed messages: at most once, at least in theory."""
import json
import time

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
processed = dynamodb.Table("processed")
balances = dynamodb.Table("balances")

WEEK = 7 * 24 * 3600


def is_new(message_id: str) -> bool:
    try:
        processed.put_item(
            Item={"id": message_id, "ttl": int(time.time()) + WEEK},
            ConditionExpression="attribute_not_exists(id)",
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise


def handler(event, context):
    for record in event["Records"]:
        if not is_new(record["messageId"]):
            continue
        payment = json.loads(record["body"])
        balances.update_item(
            Key={"account": payment["account"]},
            UpdateExpression="ADD amount :amount",
            ExpressionAttributeValues={":amount": payment["amount"]},
        )
