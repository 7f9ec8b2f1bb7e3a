import json
import logging
import os

import boto3

logger = logging.getLogger(__name__)
table = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])
sns = boto3.client("sns")


def register(order):
    try:
        table.put_item(Item=order, ConditionExpression="attribute_not_exists(order_id)")
    except table.meta.client.exceptions.ConditionalCheckFailedException:
        logger.info("order %s is known already", order["order_id"])
    else:
        sns.publish(
            TopicArn=os.environ["TOPIC_ARN"],
            Subject="order registered",
            Message=json.dumps({"order_id": order["order_id"]}),
        )


def handler(event, context):
    for record in event["Records"]:
        register(json.loads(record["body"]))
