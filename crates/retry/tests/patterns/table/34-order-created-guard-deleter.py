# 34 order-created guard + deleter + readers
# orderCreated: safe alone, unsafe-concurrent together

import boto3

orders = boto3.resource("dynamodb").Table("orders")


def orderCreated(event, context):
    if "Item" in orders.get_item(Key={"id": event["id"]}):
        return
    orders.put_item(Item={"id": event["id"], "total": event["total"]})


def cancel(event, context):
    orders.delete_item(Key={"id": event["id"]})


def read(event, context):
    return orders.get_item(Key={"id": event["id"]}).get("Item")
