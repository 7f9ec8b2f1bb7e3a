import json
import os

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table("orders")
sqs = boto3.client("sqs")


def accepted(order_id):
    return {"statusCode": 202, "body": json.dumps({"id": order_id})}


def accept(event, context):
    order = json.loads(event["body"])
    order_id = order["id"]
    try:
        orders.put_item(
            Item={"id": order_id, "lines": order["lines"]},
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return accepted(order_id)
        raise
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=json.dumps({"order": order_id}),
        MessageGroupId="orders",
        MessageDeduplicationId=order_id,
    )
    return accepted(order_id)
