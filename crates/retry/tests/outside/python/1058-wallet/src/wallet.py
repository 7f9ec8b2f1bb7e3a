import os
from datetime import datetime, timezone

import boto3

TABLE = os.environ["WALLETS"]
client = boto3.client("dynamodb")


def number(value):
    return {"N": str(value)}


def credit(event, context):
    detail = event["detail"]
    client.transact_write_items(
        ClientRequestToken=event["id"],
        TransactItems=[
            {
                "Update": {
                    "TableName": TABLE,
                    "Key": {"id": {"S": detail["wallet"]}},
                    "UpdateExpression": "ADD balance :a",
                    "ExpressionAttributeValues": {":a": number(detail["amount"])},
                }
            }
        ],
    )


def credit_bonus(event, context):
    detail = event["detail"]
    now = datetime.now(timezone.utc).isoformat()
    client.transact_write_items(
        ClientRequestToken=event["id"],
        TransactItems=[
            {
                "Update": {
                    "TableName": TABLE,
                    "Key": {"id": {"S": detail["wallet"]}},
                    "UpdateExpression": "SET bonusAt = :now ADD balance :a",
                    "ExpressionAttributeValues": {":a": number(detail["bonus"]), ":now": {"S": now}},
                }
            }
        ],
    )
