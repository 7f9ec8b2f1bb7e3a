# 35 transactWrite token, resp fixed, +writer
# deposit: safe alone, safe together

import boto3

accounts = boto3.resource("dynamodb").Table("accounts")
client = boto3.client("dynamodb")


def deposit(event, context):
    client.transact_write_items(
        ClientRequestToken=event["request"],
        TransactItems=[{
            "Update": {
                "TableName": "accounts",
                "Key": {"account": {"S": event["account"]}},
                "UpdateExpression": "ADD balance :amount",
                "ExpressionAttributeValues": {":amount": {"N": str(event["amount"])}},
            },
        }],
    )
    return {"statusCode": 200}


def reset(event, context):
    accounts.put_item(Item={"account": event["account"], "balance": 0})
