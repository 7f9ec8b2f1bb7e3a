import json
from contextlib import contextmanager

import boto3
from boto3.dynamodb.conditions import Attr

dynamodb = boto3.resource("dynamodb")
locks = dynamodb.Table("locks")
accounts = dynamodb.Table("accounts")


@contextmanager
def lock(name, owner):
    locks.put_item(
        Item={"name": name, "owner": owner},
        ConditionExpression=Attr("name").not_exists() | Attr("owner").eq(owner),
    )
    try:
        yield
    finally:
        locks.delete_item(Key={"name": name})


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with lock(body["account"], record["messageId"]):
            accounts.update_item(
                Key={"id": body["account"]},
                UpdateExpression="SET settled = :yes",
                ExpressionAttributeValues={":yes": True},
            )
