# orders.on_events PACKAGED + FULFILLED + get,get
# onEvents: safe alone, unsafe-concurrent together

import boto3

orders = boto3.resource("dynamodb").Table("orders")


STATES = {"PackageCreated": "PACKAGED", "DeliveryCompleted": "FULFILLED"}


def onEvents(event, context):
    status = STATES.get(event["detail-type"])
    if status is not None:
        orders.update_item(
            Key={"orderId": event["detail"]["orderId"]},
            UpdateExpression="SET #status = :status",
            ExpressionAttributeNames={"#status": "status"},
            ExpressionAttributeValues={":status": status},
        )


def get(event, context):
    return orders.get_item(Key={"orderId": event["orderId"]}).get("Item")
