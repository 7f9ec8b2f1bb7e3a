import json
import os

import boto3

products = boto3.resource("dynamodb").Table(os.environ["PRODUCTS"])


def handler(event, context):
    products.update_item(
        Key={"sku": event["pathParameters"]["sku"]},
        UpdateExpression="SET cents = :cents",
        ExpressionAttributeValues={":cents": json.loads(event["body"])["cents"]},
    )
    return {"statusCode": 204}
