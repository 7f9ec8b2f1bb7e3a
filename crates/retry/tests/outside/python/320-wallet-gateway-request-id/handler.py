import json

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def respond(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def spend(event, context):
    wallet = event["pathParameters"]["wallet"]
    cents = int(json.loads(event["body"])["cents"])
    request_id = event["requestContext"]["requestId"]
    try:
        client.transact_write_items(TransactItems=[
            {"Put": {
                "TableName": "wallet-requests",
                "Item": {"id": {"S": request_id}, "wallet": {"S": wallet}},
                "ConditionExpression": "attribute_not_exists(id)",
            }},
            {"Update": {
                "TableName": "wallets",
                "Key": {"id": {"S": wallet}},
                "UpdateExpression": "ADD spent :c",
                "ExpressionAttributeValues": {":c": {"N": str(cents)}},
            }},
        ])
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        print("already spent", request_id)
    return respond(200, {"wallet": wallet, "cents": cents})
