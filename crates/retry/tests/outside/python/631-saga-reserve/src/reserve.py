import os

import boto3

dynamodb = boto3.resource("dynamodb")
stock = dynamodb.Table(os.environ["STOCK"])


def handler(event, context):
    """Takes the goods of one line from the shelf, once for each cart."""
    line = event["line"]
    try:
        stock.update_item(
            Key={"sku": line["sku"]},
            UpdateExpression="SET available = available - :n, reserved.#cart = :n",
            ConditionExpression="attribute_not_exists(reserved.#cart)",
            ExpressionAttributeNames={"#cart": event["cart"]},
            ExpressionAttributeValues={":n": line["quantity"]},
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        print("reserved before")
    return {"cart": event["cart"], "sku": line["sku"]}
