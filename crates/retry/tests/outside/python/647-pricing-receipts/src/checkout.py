import json
import os

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
products = dynamodb.Table(os.environ["PRODUCTS"])
orders = dynamodb.Table(os.environ["ORDERS"])
receipts = dynamodb.Table(os.environ["RECEIPTS"])


def put_once(table, item):
    try:
        table.put_item(Item=item, ConditionExpression="attribute_not_exists(id)")
    except ClientError as err:
        if err.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        product = products.get_item(Key={"sku": body["sku"]})["Item"]
        total = product["cents"] * body["quantity"]
        put_once(orders, {"id": record["messageId"], "sku": body["sku"], "total": total})
        put_once(receipts, {"id": record["messageId"], "to": body["email"], "total": total})
