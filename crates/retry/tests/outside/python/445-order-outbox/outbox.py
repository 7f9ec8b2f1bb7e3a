import json
import os

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")
events = boto3.client("events")


def place_order(event, context):
    order = json.loads(event["body"])
    ident = {"S": order["id"]}
    detail = json.dumps({"order": order["id"], "lines": order["lines"]}, sort_keys=True)
    try:
        client.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": "orders",
                        "Item": {"id": ident, "detail": {"S": detail}},
                        "ConditionExpression": "attribute_not_exists(id)",
                    }
                },
                {"Put": {"TableName": "outbox", "Item": {"id": ident, "detail": {"S": detail}}}},
            ]
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "TransactionCanceledException":
            raise
        if error.response["CancellationReasons"][0]["Code"] != "ConditionalCheckFailed":
            raise
    return {"statusCode": 202, "body": json.dumps({"id": order["id"]})}


def relay(event, context):
    for row in client.scan(TableName="outbox")["Items"]:
        events.put_events(
            Entries=[
                {
                    "Source": "shop.orders",
                    "DetailType": "OrderPlaced",
                    "Detail": row["detail"]["S"],
                    "EventBusName": os.environ["BUS"],
                }
            ]
        )
        client.delete_item(TableName="outbox", Key={"id": row["id"]})
