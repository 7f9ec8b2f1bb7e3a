import json
import os

import boto3

sqs = boto3.client("sqs")


def request_shipment(event, context):
    body = json.loads(event["body"])
    sqs.send_message(
        QueueUrl=os.environ["SHIPMENTS_QUEUE_URL"],
        MessageBody=json.dumps({"orderId": body["orderId"], "address": body["address"]}),
        MessageGroupId=body["orderId"],
        MessageDeduplicationId=body["orderId"],
    )
    return {"statusCode": 202, "body": json.dumps({"orderId": body["orderId"]})}


def cancel_shipment(event, context):
    order_id = event["pathParameters"]["orderId"]
    sqs.send_message(
        QueueUrl=os.environ["CANCELLATIONS_QUEUE_URL"],
        MessageBody=json.dumps({"orderId": order_id}),
    )
    return {"statusCode": 202, "body": json.dumps({"orderId": order_id})}
