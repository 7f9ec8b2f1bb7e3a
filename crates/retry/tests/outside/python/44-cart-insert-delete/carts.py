import json

import boto3

carts = boto3.resource("dynamodb").Table("carts")
Refused = carts.meta.client.exceptions.ConditionalCheckFailedException


def open_cart(event, context):
    """Opening a cart that is open is fine."""
    cart = event["pathParameters"]["id"]
    try:
        carts.put_item(
            Item={"id": cart, "state": "OPEN"},
            ConditionExpression="attribute_not_exists(id)",
        )
    except Refused:
        pass
    return {"statusCode": 200, "body": json.dumps({"id": cart})}


def close_cart(event, context):
    carts.delete_item(Key={"id": event["pathParameters"]["id"]})
    return {"statusCode": 204}


def get_cart(event, context):
    item = carts.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    return {"statusCode": 200 if item else 404}
