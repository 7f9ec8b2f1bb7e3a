import os
from datetime import datetime, timezone

import boto3

client = boto3.client("dynamodb")


def book(token, entry, account, credits):
    """Ledger entry and balance in one transaction, once per token."""
    now = datetime.now(timezone.utc).isoformat()
    client.transact_write_items(
        ClientRequestToken=token,
        TransactItems=[
            {
                "Put": {
                    "TableName": os.environ["LEDGER"],
                    "Item": {"entry": {"S": entry}, "account": {"S": account}, "bookedAt": {"S": now}},
                }
            },
            {
                "Update": {
                    "TableName": os.environ["ACCOUNTS"],
                    "Key": {"account": {"S": account}},
                    "UpdateExpression": "ADD credits :n",
                    "ExpressionAttributeValues": {":n": {"N": str(credits)}},
                }
            },
        ],
    )
