import json
import os

import boto3
from botocore.exceptions import ClientError

processed = boto3.resource("dynamodb").Table(os.environ["PROCESSED_TABLE"])
sns = boto3.client("sns")


def first_time(message_id):
    try:
        processed.put_item(
            Item={"message_id": f"shipment#{message_id}"},
            ConditionExpression="attribute_not_exists(message_id)",
        )
        return True
    except ClientError as err:
        if err.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise


def handler(event, context):
    for record in event["Records"]:
        if not first_time(record["messageId"]):
            continue
        shipment = json.loads(record["body"])
        sns.publish(
            TopicArn=os.environ["TOPIC_ARN"],
            Subject="Your order is on its way",
            Message=json.dumps(
                {"orderId": shipment["orderId"], "carrier": shipment["carrier"]}
            ),
        )
