import json
import os

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit

logger = Logger()
metrics = Metrics(namespace="loyalty")
client = boto3.client("dynamodb")
members = boto3.resource("dynamodb").Table(os.environ["MEMBERS"])
POINTS_PER_EURO = 2


def _already_booked(error) -> bool:
    reasons = error.response.get("CancellationReasons", [])
    return bool(reasons) and reasons[0]["Code"] == "ConditionalCheckFailed"


@metrics.log_metrics
def earn(event, context):
    for record in event["Records"]:
        purchase = json.loads(record["body"])
        points = int(purchase["euros"]) * POINTS_PER_EURO
        try:
            client.transact_write_items(
                TransactItems=[
                    {
                        "Put": {
                            "TableName": os.environ["HISTORY"],
                            "Item": {
                                "entry": {"S": record["messageId"]},
                                "member": {"S": purchase["member"]},
                                "points": {"N": str(points)},
                            },
                            "ConditionExpression": "attribute_not_exists(entry)",
                        }
                    },
                    {
                        "Update": {
                            "TableName": os.environ["MEMBERS"],
                            "Key": {"member": {"S": purchase["member"]}},
                            "UpdateExpression": "ADD points :p",
                            "ExpressionAttributeValues": {":p": {"N": str(points)}},
                        }
                    },
                ]
            )
        except client.exceptions.TransactionCanceledException as error:
            if not _already_booked(error):
                raise
            logger.info("purchase was booked before")
        metrics.add_metric(name="Purchases", unit=MetricUnit.Count, value=1)


def redeem(event, context):
    points = int(json.loads(event["body"])["points"])
    try:
        members.update_item(
            Key={"member": event["pathParameters"]["member"]},
            UpdateExpression="SET points = points - :p",
            ConditionExpression="points >= :p",
            ExpressionAttributeValues={":p": points},
        )
    except members.meta.client.exceptions.ConditionalCheckFailedException:
        return {"statusCode": 402, "body": json.dumps({"error": "not enough points"})}
    return {"statusCode": 200, "body": json.dumps({"redeemed": points})}


def statement(event, context):
    item = members.get_item(Key={"member": event["pathParameters"]["member"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"points": int(item.get("points", 0))})}
