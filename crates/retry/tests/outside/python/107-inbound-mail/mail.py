import email
import json
import os

import boto3

s3 = boto3.client("s3")
ses = boto3.client("ses")
suppressed = boto3.resource("dynamodb").Table("suppressed")


def forward(event, context):
    record = event["Records"][0]["s3"]
    raw = s3.get_object(Bucket=record["bucket"]["name"], Key=record["object"]["key"])["Body"].read()
    message = email.message_from_bytes(raw)
    del message["Return-Path"]
    ses.send_raw_email(
        Source=os.environ["SENDER"],
        Destinations=[os.environ["RECIPIENT"]],
        RawMessage={"Data": message.as_bytes()},
    )


def bounce(event, context):
    for record in event["Records"]:
        notification = json.loads(record["Sns"]["Message"])
        if notification["notificationType"] != "Bounce":
            continue
        for recipient in notification["bounce"]["bouncedRecipients"]:
            suppressed.put_item(Item={"email": recipient["emailAddress"], "reason": "bounce"})
