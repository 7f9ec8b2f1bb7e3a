import json
import os

import boto3

products = boto3.resource("dynamodb").Table(os.environ["PRODUCTS"])


def handler(event, context):
    product = event["pathParameters"]["product"]
    price = int(json.loads(event["body"])["price"])
    products.put_item(Item={"product": product, "price": price})
    return {"statusCode": 204, "body": ""}
