import json
import os

import boto3

events = boto3.client("events")
BUS = os.environ["BUS_NAME"]
DETAIL_TYPES = {
    "INSERT": "ContractCreated",
    "MODIFY": "ContractChanged",
    "REMOVE": "ContractRemoved",
}


def entry(record: dict) -> dict:
    keys = record["dynamodb"]["Keys"]
    return {
        "EventBusName": BUS,
        "Source": "contracts",
        "DetailType": DETAIL_TYPES[record["eventName"]],
        "Detail": json.dumps({"contract": keys["pk"]["S"], "change": record["eventID"]}),
    }


def handler(event, context):
    entries = [entry(record) for record in event["Records"]]
    for start in range(0, len(entries), 10):
        events.put_events(Entries=entries[start : start + 10])
