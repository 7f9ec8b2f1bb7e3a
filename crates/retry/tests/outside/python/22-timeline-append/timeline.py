"""Collects what happened to a ticket in a list of its item."""
import json
from contextlib import contextmanager

import boto3
from botocore.exceptions import ClientError

tickets = boto3.resource("dynamodb").Table("tickets")


@contextmanager
def ignoring(code):
    try:
        yield
    except ClientError as error:
        if error.response["Error"]["Code"] != code:
            raise


def entry(message):
    return {"at": message["at"], "who": message["who"], "what": message["what"]}


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        with ignoring("ConditionalCheckFailedException"):
            tickets.update_item(
                Key={"id": message["ticket"]},
                UpdateExpression="SET entries = list_append(if_not_exists(entries, :empty), :new)",
                ConditionExpression="attribute_exists(id)",
                ExpressionAttributeValues={":empty": [], ":new": [entry(message)]},
            )
