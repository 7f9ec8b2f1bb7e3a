import json

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
orders = dynamodb.Table("orders")
index = dynamodb.Table("orders-by-customer")


def insert_if_absent(table, item, key):
    try:
        table.put_item(Item=item, ConditionExpression=Attr(key).not_exists())
    except ClientError as e:
        if e.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return
        raise


def create(event, context):
    """The client chooses the id of an order, so that it can ask again."""
    order = json.loads(event["body"])
    insert_if_absent(
        orders,
        {"id": order["id"], "customer": order["customer"], "lines": order["lines"]},
        "id",
    )
    index.put_item(Item={"customer": order["customer"], "order_id": order["id"]})
    return {"statusCode": 201, "body": json.dumps({"id": order["id"]})}


def get(event, context):
    reply = orders.get_item(Key={"id": event["pathParameters"]["id"]})
    if "Item" not in reply:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps(reply["Item"], default=str)}
