import json
import os

import boto3

dynamodb = boto3.client("dynamodb")
ACCOUNTS = os.environ["ACCOUNTS"]


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def change(account, amount, guard=None):
    update = {
        "TableName": ACCOUNTS,
        "Key": {"id": {"S": account}},
        "UpdateExpression": "ADD balance :amount",
        "ExpressionAttributeValues": {":amount": {"N": str(amount)}},
    }
    if guard is not None:
        update["ConditionExpression"] = "balance >= :guard"
        update["ExpressionAttributeValues"][":guard"] = {"N": str(guard)}
    return {"Update": update}


def handler(event, context):
    token = event["headers"]["idempotency-key"]
    body = json.loads(event["body"])
    amount = int(body["amount"])
    if amount <= 0:
        return reply(400, message="the amount must be positive")
    try:
        dynamodb.transact_write_items(
            ClientRequestToken=token,
            TransactItems=[
                change(body["from"], -amount, guard=amount),
                change(body["to"], amount),
            ],
        )
    except dynamodb.exceptions.TransactionCanceledException:
        return reply(409, message="not enough money")
    return reply(200, transfer=token)
