import os

import boto3
import stripe
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")
resource = boto3.resource("dynamodb")
seen = resource.Table("stripe-events")
accounts = resource.Table("accounts")

OK = {"statusCode": 200, "body": "ok"}


def parse(event):
    return stripe.Webhook.construct_event(
        event["body"], event["headers"]["stripe-signature"], os.environ["WEBHOOK_SECRET"]
    )


def two_steps(event, context):
    payment = parse(event)
    try:
        seen.put_item(Item={"id": payment["id"]}, ConditionExpression="attribute_not_exists(id)")
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return OK
        raise
    data = payment["data"]["object"]
    accounts.update_item(
        Key={"id": data["client_reference_id"]},
        UpdateExpression="ADD credits :amount",
        ExpressionAttributeValues={":amount": data["amount_total"]},
    )
    return OK


def one_transaction(event, context):
    payment = parse(event)
    data = payment["data"]["object"]
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "stripe-events",
                        "Item": {"id": {"S": payment["id"]}},
                        "ConditionExpression": "attribute_not_exists(id)",
                    }
                },
                {
                    "Update": {
                        "TableName": "accounts",
                        "Key": {"id": {"S": data["client_reference_id"]}},
                        "UpdateExpression": "ADD credits :amount",
                        "ExpressionAttributeValues": {":amount": {"N": str(data["amount_total"])}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        print("seen before")
    return OK
