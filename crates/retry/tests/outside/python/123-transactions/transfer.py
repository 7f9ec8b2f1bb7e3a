import json

import boto3

client = boto3.client("dynamodb")


def change(account, amount):
    return {
        "Update": {
            "TableName": "accounts",
            "Key": {"id": {"S": account}},
            "UpdateExpression": "ADD balance :amount",
            "ExpressionAttributeValues": {":amount": {"N": str(amount)}},
        }
    }


def transfer(event, context):
    body = json.loads(event["Records"][0]["Sns"]["Message"])
    client.transact_write_items(
        TransactItems=[change(body["from"], -body["amount"]), change(body["to"], body["amount"])]
    )


def transfer_once(event, context):
    body = json.loads(event["Records"][0]["Sns"]["Message"])
    client.transact_write_items(
        TransactItems=[change(body["from"], -body["amount"]), change(body["to"], body["amount"])],
        ClientRequestToken=context.aws_request_id,
    )
