# payment.on_created alone
# onCreated: safe alone, safe together

import boto3

payments = boto3.resource("dynamodb").Table("payments")


def onCreated(event, context):
    detail = event["detail"]
    payments.put_item(
        Item={"orderId": detail["orderId"], "paymentToken": detail["paymentToken"]}
    )
