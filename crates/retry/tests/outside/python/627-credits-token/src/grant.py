import json
import os

import boto3
from boto3.dynamodb.types import TypeSerializer

client = boto3.client("dynamodb")
serialize = TypeSerializer().serialize


def handler(event, context):
    sns = event["Records"][0]["Sns"]
    grant = json.loads(sns["Message"])
    entry = {
        "entry": sns["MessageId"],
        "account": grant["account"],
        "credits": grant["credits"],
        "at": sns["Timestamp"],
    }
    client.transact_write_items(
        ClientRequestToken=sns["MessageId"],
        TransactItems=[
            {
                "Put": {
                    "TableName": os.environ["LEDGER"],
                    "Item": {name: serialize(value) for name, value in entry.items()},
                }
            },
            {
                "Update": {
                    "TableName": os.environ["ACCOUNTS"],
                    "Key": {"account": {"S": grant["account"]}},
                    "UpdateExpression": "ADD credits :n",
                    "ExpressionAttributeValues": {":n": {"N": str(grant["credits"])}},
                }
            },
        ],
    )
