import os
from datetime import datetime

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["LINKS_TABLE"])


class UnknownLink(Exception):
    pass


def add(code, url):
    try:
        table.put_item(
            Item={
                "code": code,
                "url": url,
                "hits": 0,
                "created": datetime.utcnow().isoformat(),
            },
            ConditionExpression="attribute_not_exists(code)",
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return  # the same address was shortened before
        raise


def hit(code):
    try:
        result = table.update_item(
            Key={"code": code},
            UpdateExpression="SET hits = hits + :one",
            ConditionExpression="attribute_exists(code)",
            ExpressionAttributeValues={":one": 1},
            ReturnValues="ALL_NEW",
        )
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise UnknownLink(code)
        raise
    return result["Attributes"]["url"]


def get(code):
    item = table.get_item(Key={"code": code}).get("Item")
    if not item:
        raise UnknownLink(code)
    return item
