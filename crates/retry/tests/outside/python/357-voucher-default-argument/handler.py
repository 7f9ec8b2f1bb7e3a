import json

import boto3

import voucher

vouchers = boto3.resource("dynamodb").Table("vouchers")


def messages(event):
    return (json.loads(record["Sns"]["Message"]) for record in event["Records"])


def issue(event, context):
    for refund in messages(event):
        if int(refund["cents"]) <= 0:
            continue
        vouchers.put_item(Item=voucher.make(refund))
