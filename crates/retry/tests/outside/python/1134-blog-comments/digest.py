import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["COMMENTS"])
events = boto3.client("events")


def handler(event, context):
    count = table.scan(Select="COUNT")["Count"]
    result = events.put_events(
        Entries=[
            {
                "EventBusName": os.environ["BUS"],
                "Source": "blog.comments",
                "DetailType": "WeeklyDigest",
                "Detail": json.dumps({"comments": count, "week": event["time"]}),
            }
        ]
    )
    if result["FailedEntryCount"]:
        raise RuntimeError("digest was not accepted")
