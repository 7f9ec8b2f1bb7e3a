import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SUBSCRIBERS"])
ses = boto3.client("ses")


def handler(event, context):
    week = event["time"][:10]
    for item in table.scan()["Items"]:
        ses.send_email(
            Source=os.environ["SENDER"],
            Destination={"ToAddresses": [item["email"]]},
            Message={
                "Subject": {"Data": f"News of {week}"},
                "Body": {"Text": {"Data": "Here is what happened this week."}},
            },
        )
