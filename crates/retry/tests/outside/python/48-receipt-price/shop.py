import json

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
products = dynamodb.Table("products")
purchases = dynamodb.Table("purchases")
receipts = dynamodb.Table("receipts")


def put_once(table, item):
    try:
        table.put_item(Item=item, ConditionExpression="attribute_not_exists(id)")
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def buy(event, context):
    body = json.loads(event["body"])
    product = products.get_item(Key={"id": body["product"]}, ConsistentRead=True).get("Item")
    if product is None:
        return {"statusCode": 404}
    record = {"id": body["request"], "product": body["product"], "price": product["price"]}
    put_once(purchases, record)
    put_once(receipts, record)
    return {"statusCode": 202, "body": json.dumps({"id": body["request"]})}


def set_price(event, context):
    products.put_item(
        Item={"id": event["pathParameters"]["id"], "price": json.loads(event["body"])["price"]}
    )
    return {"statusCode": 204}
