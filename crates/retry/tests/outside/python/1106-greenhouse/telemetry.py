import json
import logging
import os
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Key

logging.getLogger().setLevel(logging.INFO)
readings = boto3.resource("dynamodb").Table(os.environ["READINGS"])
sns = boto3.client("sns")


def record(event, context):
    # two sensors of a house may report in the same millisecond
    reading = f"{event['timestamp']}#{context.aws_request_id}"
    readings.put_item(
        Item={
            "house": event["house"],
            "reading": reading,
            "temperature": Decimal(str(event["temperature"])),
            "humidity": Decimal(str(event["humidity"])),
        }
    )
    logging.info("stored %s", reading)


def alert(event, context):
    sns.publish(
        TopicArn=os.environ["ALERT_TOPIC"],
        Subject=f"House {event['house']} is too hot",
        Message=json.dumps({"house": event["house"], "temperature": event["temperature"]}),
    )


def history(event, context):
    house = event["pathParameters"]["house"]
    page = readings.query(KeyConditionExpression=Key("house").eq(house), Limit=200, ScanIndexForward=False)
    return {"statusCode": 200, "body": json.dumps(page["Items"], default=float)}
