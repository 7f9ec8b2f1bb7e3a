import os
import time
from contextlib import suppress

import boto3
from boto3.dynamodb.conditions import Key

_dynamodb = boto3.resource("dynamodb")
_table = _dynamodb.Table(os.environ["TABLE"])
_Refused = _dynamodb.meta.client.exceptions.ConditionalCheckFailedException


def add(user: str, key: str, text: str) -> None:
    try:
        _table.put_item(
            Item={"user": user, "id": key, "text": text, "isRead": False},
            ConditionExpression="attribute_not_exists(id)",
        )
    except _Refused:
        pass


def mark(user: str, key: str) -> None:
    try:
        _table.update_item(
            Key={"user": user, "id": key},
            UpdateExpression="SET isRead = :yes, readAt = if_not_exists(readAt, :now)",
            ConditionExpression="attribute_exists(id)",
            ExpressionAttributeValues={":yes": True, ":now": int(time.time())},
        )
    except _Refused:
        pass


def of_user(user: str) -> list:
    return _table.query(KeyConditionExpression=Key("user").eq(user))["Items"]
