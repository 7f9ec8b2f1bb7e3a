# 33 order-created guard, alone
# orderCreated: safe alone, safe together

import boto3

orders = boto3.resource("dynamodb").Table("orders")


def orderCreated(event, context):
    if "Item" in orders.get_item(Key={"id": event["id"]}):
        return
    orders.put_item(Item={"id": event["id"], "total": event["total"]})
