import json
from datetime import datetime, timezone
from typing import NotRequired, TypedDict

import boto3

dynamodb = boto3.resource("dynamodb")


class Parcel(TypedDict):
    source: str
    weight: int
    note: NotRequired[str]


def receive(event, context):
    parcel: Parcel = json.loads(event["Records"][0]["Sns"]["Message"])
    arrived = f"{datetime.now(timezone.utc):%Y-%m-%dT%H:%M:%S}"
    dynamodb.Table("intake").put_item(
        Item={"source": parcel["source"], "arrived": arrived, "weight": parcel["weight"]}
    )


def receive_dated(event, context):
    sns = event["Records"][0]["Sns"]
    parcel: Parcel = json.loads(sns["Message"])
    item = {"source": parcel["source"], "sent": sns["MessageId"], "weight": parcel["weight"]}
    if note := parcel.get("note"):
        item |= {"note": note.strip()}
    dynamodb.Table("dated").put_item(Item=item)
