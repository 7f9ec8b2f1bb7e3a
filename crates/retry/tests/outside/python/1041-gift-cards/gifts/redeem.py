import json
import os

import boto3

client = boto3.client("dynamodb")
cards = boto3.resource("dynamodb").Table(os.environ["CARDS"])


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def handler(event, context):
    code = event["pathParameters"]["code"].upper()
    user = json.loads(event["body"])["user"]
    card = cards.get_item(Key={"code": code}, ConsistentRead=True).get("Item")
    if card is None:
        return reply(404, error="unknown card")
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Update": {
                        "TableName": os.environ["CARDS"],
                        "Key": {"code": {"S": code}},
                        "UpdateExpression": "SET redeemedBy = :user",
                        "ConditionExpression": "attribute_not_exists(redeemedBy)",
                        "ExpressionAttributeValues": {":user": {"S": user}},
                    }
                },
                {
                    "Update": {
                        "TableName": os.environ["WALLETS"],
                        "Key": {"user": {"S": user}},
                        "UpdateExpression": "ADD cents :amount",
                        "ExpressionAttributeValues": {":amount": {"N": str(card["cents"])}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        owner = cards.get_item(Key={"code": code}, ConsistentRead=True)["Item"]["redeemedBy"]
        if owner != user:
            return reply(409, error="card was redeemed by somebody else")
    return reply(200, credited=int(card["cents"]))
