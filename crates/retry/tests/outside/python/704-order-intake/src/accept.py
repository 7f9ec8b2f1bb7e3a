import json
import os

import boto3

from src.model import Order

sqs = boto3.client("sqs")


def handler(event, context):
    order = Order.from_request(json.loads(event["body"]))
    if not order.lines:
        return {"statusCode": 422, "body": json.dumps({"error": "an order needs lines"})}
    # The queue has ContentBasedDeduplication, so no MessageDeduplicationId is needed.
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=order.to_json(),
        MessageGroupId=order.customer,
    )
    return {"statusCode": 202, "body": json.dumps({"orderId": order.order_id})}
