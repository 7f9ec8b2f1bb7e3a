import json
from decimal import Decimal

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
products = dynamodb.Table("products")
orders = dynamodb.Table("orders")
receipts = dynamodb.Table("receipts")


def insert_once(table, item):
    try:
        table.put_item(Item=item, ConditionExpression="attribute_not_exists(orderId)")
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def checkout(event, context):
    body = json.loads(event["body"], parse_float=Decimal)
    product = products.get_item(Key={"sku": body["sku"]}).get("Item")
    if not product:
        return {"statusCode": 404}
    total = product["price"] * body["quantity"]
    order = {"orderId": body["orderId"], "sku": body["sku"], "total": total}
    insert_once(orders, order)
    insert_once(receipts, {"orderId": body["orderId"], "total": total})
    return {"statusCode": 201, "body": json.dumps({"orderId": body["orderId"]})}


def set_price(event, context):
    body = json.loads(event["body"], parse_float=Decimal)
    sku = event["pathParameters"]["sku"]
    products.put_item(Item={"sku": sku, "price": body["price"]})
    return {"statusCode": 204}
