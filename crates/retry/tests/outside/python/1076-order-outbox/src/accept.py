import json
import os

import boto3

client = boto3.client("dynamodb")


def put(table, item):
    return {
        "Put": {
            "TableName": table,
            "Item": item,
            "ConditionExpression": "attribute_not_exists(id)",
        }
    }


def handler(event, context):
    order = json.loads(event["body"])
    try:
        client.transact_write_items(
            TransactItems=[
                put(os.environ["ORDERS"], {"id": {"S": order["id"]}, "sku": {"S": order["sku"]}}),
                put(os.environ["OUTBOX"], {"id": {"S": order["id"]}, "kind": {"S": "accepted"}}),
            ]
        )
    except client.exceptions.TransactionCanceledException:
        print("order is known")
    return {"statusCode": 202, "body": json.dumps({"id": order["id"]})}
