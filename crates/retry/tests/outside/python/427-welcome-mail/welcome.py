import os
from string import Template

import boto3
from aws_lambda_powertools import Logger
from boto3.dynamodb.types import TypeDeserializer

logger = Logger(service="welcome")
ses = boto3.client("sesv2")
deserialize = TypeDeserializer().deserialize
TEXT = Template("Hello $name,\n\nwelcome aboard.\n")


def inserted(event):
    for record in event["Records"]:
        if record["eventName"] == "INSERT":
            image = record["dynamodb"]["NewImage"]
            yield record["eventID"], {k: deserialize(v) for k, v in image.items()}


def welcome(event, context):
    for event_id, user in inserted(event):
        if "@" not in user.get("email", ""):
            logger.warning("user without address", extra={"id": user["id"]})
            continue
        ses.send_email(
            FromEmailAddress=os.environ["SENDER"],
            Destination={"ToAddresses": [user["email"]]},
            Content={
                "Simple": {
                    "Subject": {"Data": "Welcome"},
                    "Body": {"Text": {"Data": TEXT.substitute(name=user["name"])}},
                }
            },
            EmailTags=[{"Name": "event", "Value": event_id}],
        )
