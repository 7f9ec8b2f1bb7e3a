import json
import os

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
announced = dynamodb.Table("announced")
registry = dynamodb.Table("registry")
sns = boto3.client("sns")


def first_time(order_id: str) -> bool:
    reply = announced.put_item(Item={"orderId": order_id}, ReturnValues="ALL_OLD")
    return not reply.get("Attributes")


def announce(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        if not first_time(order["id"]):
            continue
        sns.publish(
            TopicArn=os.environ["TOPIC_ARN"],
            Subject="New order",
            Message=json.dumps({"order": order["id"], "total": order["total"]}),
        )


def register(event, context):
    failures = []
    for record in event["Records"]:
        order = json.loads(record["body"])
        try:
            registry.put_item(
                Item={"orderId": order["id"], "total": str(order["total"])},
                ConditionExpression="attribute_not_exists(orderId)",
            )
        except ClientError as error:
            print("cannot register", order["id"], error.response["Error"]["Code"])
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
