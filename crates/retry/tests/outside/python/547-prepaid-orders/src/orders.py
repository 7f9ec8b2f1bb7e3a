import json
import os

import boto3

client = boto3.client("dynamodb")


def price_of(product: str) -> int:
    response = client.get_item(
        TableName=os.environ["PRODUCTS"], Key={"product": {"S": product}}, ConsistentRead=True
    )
    return int(response["Item"]["price"]["N"])


def debit_once(order_id: str, account: str, amount: int) -> None:
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": os.environ["DEBITS"],
                        "Item": {"order_id": {"S": order_id}, "amount": {"N": str(amount)}},
                        "ConditionExpression": "attribute_not_exists(order_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": os.environ["ACCOUNTS"],
                        "Key": {"account": {"S": account}},
                        "UpdateExpression": "ADD balance :minus",
                        "ExpressionAttributeValues": {":minus": {"N": str(-amount)}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        print(f"{order_id} was debited before")


def handler(event, context):
    record = event["Records"][0]
    order = json.loads(record["body"])
    order_id = record["messageId"]
    amount = price_of(order["product"])
    debit_once(order_id, order["account"], amount)
    client.put_item(
        TableName=os.environ["RECEIPTS"],
        Item={"order_id": {"S": order_id}, "amount": {"N": str(amount)}},
    )
