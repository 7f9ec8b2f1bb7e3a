import os

import boto3

view = boto3.resource("dynamodb").Table(os.environ["VIEW_TABLE"])


def to_view(image):
    return {
        "orderId": image["orderId"]["S"],
        "customer": image["customer"]["S"],
        "status": image["status"]["S"],
        "total": int(image["total"]["N"]),
    }


def handler(event, context):
    for record in event["Records"]:
        order_id = record["dynamodb"]["Keys"]["orderId"]["S"]
        if record["eventName"] == "REMOVE":
            view.delete_item(Key={"orderId": order_id})
        else:
            view.put_item(Item=to_view(record["dynamodb"]["NewImage"]))
