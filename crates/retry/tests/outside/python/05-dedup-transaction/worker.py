"""Loyalty points: one message, one credit."""
import json

import boto3

client = boto3.client("dynamodb")


def credit(message_id: str, member: str, points: int) -> None:
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "processed",
                        "Item": {"message_id": {"S": message_id}},
                        "ConditionExpression": "attribute_not_exists(message_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": "members",
                        "Key": {"id": {"S": member}},
                        "UpdateExpression": "ADD points :points",
                        "ExpressionAttributeValues": {":points": {"N": str(points)}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException as error:
        reasons = error.response["CancellationReasons"]
        if reasons[0]["Code"] != "ConditionalCheckFailed":
            raise
        print(f"message {message_id} was processed before")


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        credit(record["messageId"], body["member"], int(body["points"]))
