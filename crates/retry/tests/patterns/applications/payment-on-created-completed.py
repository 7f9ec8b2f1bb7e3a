# payment.on_created + on_completed,on_completed
# onCreated: safe alone, unsafe-concurrent together

import boto3
import requests

payments = boto3.resource("dynamodb").Table("payments")


def onCreated(event, context):
    detail = event["detail"]
    payments.put_item(
        Item={"orderId": detail["orderId"], "paymentToken": detail["paymentToken"]}
    )


def onCompleted(event, context):
    key = {"orderId": event["detail"]["orderId"]}
    payment = payments.get_item(Key=key).get("Item")
    if payment is None:
        return None
    requests.post(
        "https://payments.example.com/capture", json={"token": payment["paymentToken"]}
    )
    payments.delete_item(Key=key)
    return None
