import json
import os

import boto3

ses = boto3.client("ses")
table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])


def subscribers():
    kwargs = {}
    while True:
        page = table.scan(**kwargs)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        kwargs["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def handler(event, context):
    campaign = json.loads(event["Records"][0]["Sns"]["Message"])
    for subscriber in subscribers():
        text = campaign["texts"].get(subscriber["language"], campaign["texts"]["en"])
        ses.send_email(
            Source=os.environ["SENDER"],
            Destination={"ToAddresses": [subscriber["email"]]},
            Message={
                "Subject": {"Data": campaign["subject"]},
                "Body": {"Text": {"Data": text}},
            },
        )
