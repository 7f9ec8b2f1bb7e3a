"""As before, but support can open an order again."""
import json

import boto3

orders = boto3.resource("dynamodb").Table("orders")
Refused = boto3.client("dynamodb").exceptions.ConditionalCheckFailedException

SET = {"UpdateExpression": "SET #s = :new", "ExpressionAttributeNames": {"#s": "s"}}


def key(event):
    return {"id": event["pathParameters"]["id"]}


def pay(event, context):
    try:
        orders.update_item(
            Key=key(event),
            ConditionExpression="#s = :old",
            ExpressionAttributeValues={":new": "PAID", ":old": "PENDING"},
            **SET,
        )
    except Refused:
        pass
    return {"statusCode": 202}


def reopen(event, context):
    orders.update_item(Key=key(event), ExpressionAttributeValues={":new": "PENDING"}, **SET)
    return {"statusCode": 202}


def show(event, context):
    item = orders.get_item(Key=key(event)).get("Item")
    return {"statusCode": 200, "body": json.dumps({"state": item["s"] if item else None})}
