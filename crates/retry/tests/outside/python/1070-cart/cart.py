import json
import os

import boto3
import redis

carts = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)
orders = boto3.resource("dynamodb").Table(os.environ["ORDERS"])


def key(event):
    return "cart:" + event["pathParameters"]["cart"]


def set_quantity(event, context):
    quantity = int(json.loads(event["body"])["quantity"])
    if quantity < 1:
        return {"statusCode": 400}
    carts.hset(key(event), event["pathParameters"]["sku"], quantity)
    return {"statusCode": 204}


def checkout(event, context):
    order = json.loads(event["body"])["order"]
    lines = carts.hgetall(key(event))
    if not lines:
        return {"statusCode": 400, "body": "the cart is empty"}
    orders.put_item(Item={"order": order, "lines": lines})
    carts.delete(key(event))
    return {"statusCode": 201, "body": json.dumps({"order": order})}
