import json
import os

import boto3
from botocore.exceptions import ClientError

ses = boto3.client("ses")
sent = boto3.resource("dynamodb").Table(os.environ["SENT"])


def mail(to, subject, text):
    ses.send_email(
        Source="billing@example.org",
        Destination={"ToAddresses": [to]},
        Message={"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}},
    )


def send_receipt(event, context):
    for record in event["Records"]:
        if sent.get_item(Key={"id": record["messageId"]}).get("Item"):
            continue
        body = json.loads(record["body"])
        mail(body["email"], "Your receipt", f"You paid {body['amount']}")
        sent.put_item(Item={"id": record["messageId"]})


def send_reminder(event, context):
    for record in event["Records"]:
        try:
            sent.put_item(
                Item={"id": record["messageId"]}, ConditionExpression="attribute_not_exists(id)"
            )
        except ClientError as error:
            if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
                continue
            raise
        body = json.loads(record["body"])
        mail(body["email"], "Please pay", f"{body['amount']} is due")
