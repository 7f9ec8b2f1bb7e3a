import json
import time

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")


def credit_once(message_id, customer, points):
    try:
        client.transact_write_items(TransactItems=[
            {"Put": {
                "TableName": "handled-messages",
                "Item": {
                    "message": {"S": message_id},
                    "handled_at": {"N": str(int(time.time()))},
                },
                "ConditionExpression": "attribute_not_exists(message)",
            }},
            {"Update": {
                "TableName": "points",
                "Key": {"customer": {"S": customer}},
                "UpdateExpression": "ADD points :p",
                "ExpressionAttributeValues": {":p": {"N": str(points)}},
            }},
        ])
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        reasons = error.response.get("CancellationReasons", [])
        if not reasons or reasons[0].get("Code") != "ConditionalCheckFailed":
            raise


def credit(event, context):
    for record in event["Records"]:
        purchase = json.loads(record["body"])
        credit_once(record["messageId"], purchase["customer"], int(purchase["amount"]) // 10)
