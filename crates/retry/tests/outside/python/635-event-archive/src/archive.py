import json
import os

import boto3

s3 = boto3.client("s3")
events = boto3.client("events")


def path_of(event):
    year, month, day = event["time"][:10].split("-")
    return f"{event['source']}/{year}/{month}/{day}/{event['id']}.json"


def handler(event, context):
    s3.put_object(
        Bucket=os.environ["ARCHIVE"],
        Key=path_of(event),
        Body=json.dumps(event["detail"], sort_keys=True).encode("utf-8"),
        ContentType="application/json",
    )


def forward(event, context):
    detail = {key: value for key, value in event["detail"].items() if not key.startswith("_")}
    events.put_events(
        Entries=[
            {
                "Source": "shop.public",
                "DetailType": event["detail-type"],
                "Detail": json.dumps(detail),
                "EventBusName": os.environ["BUS"],
            }
        ]
    )
