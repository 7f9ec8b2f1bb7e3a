import json
import logging
import os

import boto3
from botocore.exceptions import ClientError

logger = logging.getLogger()
accounts = boto3.resource("dynamodb").Table(os.environ["ACCOUNTS"])


def charge(message_id, plate, cents):
    accounts.update_item(
        Key={"plate": plate},
        UpdateExpression="ADD owed :cents, charged :ids",
        ConditionExpression="NOT contains(charged, :id)",
        ExpressionAttributeValues={":cents": cents, ":ids": {message_id}, ":id": message_id},
    )


def handler(event, context):
    failures = []
    for record in event["Records"]:
        try:
            fee = json.loads(record["body"])
            charge(record["messageId"], fee["plate"], fee["cents"])
        except ClientError as error:
            if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
                logger.info("%s was charged before", record["messageId"])
                continue
            logger.exception("cannot charge")
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
