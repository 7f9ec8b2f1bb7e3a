import json
import os

import boto3
from botocore.exceptions import ClientError

orders = boto3.resource("dynamodb").Table("orders")
sqs = boto3.client("sqs")


def insert_once(item):
    try:
        orders.put_item(Item=item, ConditionExpression="attribute_not_exists(id)")
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code != "ConditionalCheckFailedException":
            raise
        print("order exists, continuing", item["id"])


def accept(event, context):
    order = json.loads(event["body"])
    insert_once({"id": order["id"], "lines": order["lines"]})
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=json.dumps({"order": order["id"]}),
        MessageGroupId="orders",
        MessageDeduplicationId=order["id"],
    )
    return {"statusCode": 202, "body": json.dumps({"id": order["id"]})}
