"""Order and message in one transaction; the relay publishes what lies in the outbox."""
import json

import boto3

client = boto3.client("dynamodb")


def handler(event, context):
    order = json.loads(event["body"])
    document = json.dumps({"order": order["id"], "lines": order["lines"]}, sort_keys=True)
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "orders",
                        "Item": {"id": {"S": order["id"]}, "document": {"S": document}},
                        "ConditionExpression": "attribute_not_exists(id)",
                    }
                },
                {
                    "Put": {
                        "TableName": "outbox",
                        "Item": {"id": {"S": order["id"]}, "message": {"S": document}},
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        print("repeated request", order["id"])
    return {"statusCode": 202, "body": json.dumps({"id": order["id"]})}
