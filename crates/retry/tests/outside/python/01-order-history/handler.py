"""GET /customers/{customer}/orders: everything a customer has ordered, newest last."""
import json
import os
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Key

table = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])


def plain(value):
    if isinstance(value, Decimal):
        return int(value) if value % 1 == 0 else float(value)
    raise TypeError(f"cannot encode {value!r}")


def orders_of(customer):
    request = {"KeyConditionExpression": Key("customer").eq(customer), "Limit": 100}
    items = []
    while True:
        page = table.query(**request)
        items.extend(page["Items"])
        if "LastEvaluatedKey" not in page:
            return items
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def handler(event, context):
    customer = event["pathParameters"]["customer"]
    found = [
        {"number": item["number"], "total": item["total"], "state": item.get("state", "NEW")}
        for item in orders_of(customer)
    ]
    if not found:
        return {"statusCode": 404, "body": json.dumps({"message": "no orders"})}
    body = {"orders": found, "count": len(found), "sum": sum(o["total"] for o in found)}
    return {"statusCode": 200, "body": json.dumps(body, default=plain)}
