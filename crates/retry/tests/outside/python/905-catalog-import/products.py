import json
import os

import boto3

products = boto3.resource("dynamodb").Table(os.environ["PRODUCTS_TABLE"])


def get(event, context):
    result = products.get_item(Key={"sku": event["pathParameters"]["sku"]})
    item = result.get("Item")
    if item is None:
        return {"statusCode": 404, "body": "not found"}
    return {
        "statusCode": 200,
        "body": json.dumps({"sku": item["sku"], "name": item["name"], "price": str(item["price"])}),
    }
