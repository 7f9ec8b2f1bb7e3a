import json

import boto3

client = boto3.client("dynamodb")


def move(account, cents):
    return {
        "Update": {
            "TableName": "accounts",
            "Key": {"id": {"S": account}},
            "UpdateExpression": "ADD balance :n",
            "ExpressionAttributeValues": {":n": {"N": str(cents)}},
        }
    }


def transfer(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        cents = int(order["cents"])
        if cents <= 0:
            print("ignored", order)
            continue
        client.transact_write_items(
            ClientRequestToken=record["messageId"],
            TransactItems=[move(order["from"], -cents), move(order["to"], cents)],
        )
