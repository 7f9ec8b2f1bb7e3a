import json
import logging
import os
import time

import boto3
from botocore.exceptions import ClientError

log = logging.getLogger(__name__)
dynamodb = boto3.client("dynamodb")

BALANCES = os.environ["BALANCES"]
PROCESSED = os.environ["PROCESSED"]
WEEK = 7 * 24 * 3600


def award_once(message_id: str, member: str, points: int) -> None:
    try:
        dynamodb.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": PROCESSED,
                        "Item": {
                            "message_id": {"S": message_id},
                            "expires_at": {"N": str(int(time.time()) + WEEK)},
                        },
                        "ConditionExpression": "attribute_not_exists(message_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": BALANCES,
                        "Key": {"member": {"S": member}},
                        "UpdateExpression": "ADD points :p",
                        "ExpressionAttributeValues": {":p": {"N": str(points)}},
                    }
                },
            ]
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        log.info("message %s was processed before", message_id)


def handler(event, context):
    for record in event["Records"]:
        purchase = json.loads(record["body"])
        award_once(record["messageId"], purchase["member"], int(purchase["cents"]) // 100)
