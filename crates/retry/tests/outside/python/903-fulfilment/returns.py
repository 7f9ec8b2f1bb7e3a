"""Puts returned goods back on stock, once for each message."""
import json
import os

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def restock(message_id: str, sku: str, quantity: int) -> None:
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": os.environ["PROCESSED_TABLE"],
                        "Item": {"message_id": {"S": message_id}},
                        "ConditionExpression": "attribute_not_exists(message_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": os.environ["STOCK_TABLE"],
                        "Key": {"sku": {"S": sku}},
                        "UpdateExpression": "ADD on_hand :q",
                        "ExpressionAttributeValues": {":q": {"N": str(quantity)}},
                    }
                },
            ]
        )
    except ClientError as err:
        if err.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        print(f"{message_id} was processed before")


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        restock(record["messageId"], body["sku"], int(body["quantity"]))
