import json
import logging
import os

import boto3

log = logging.getLogger(__name__)
dynamodb = boto3.client("dynamodb")
ses = boto3.client("ses")


def claim(message_id):
    """True if we are the first to see this message."""
    try:
        dynamodb.put_item(
            TableName=os.environ["SENT"],
            Item={"id": {"S": message_id}},
            ConditionExpression="attribute_not_exists(id)",
        )
    except dynamodb.exceptions.ConditionalCheckFailedException:
        return False
    return True


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        subscriber = dynamodb.get_item(TableName=os.environ["SUBSCRIBERS"], Key={"email": {"S": body["email"]}})
        if "Item" not in subscriber:
            continue
        if not claim(record["messageId"]):
            log.info("duplicate delivery of %s", record["messageId"])
            continue
        ses.send_email(
            Source="news@letters.example",
            Destination={"ToAddresses": [body["email"]]},
            Message={"Subject": {"Data": body["subject"]}, "Body": {"Html": {"Data": body["html"]}}},
        )
