import json
from datetime import datetime, timezone

import boto3

dynamodb = boto3.resource("dynamodb")
jobs = dynamodb.Table("jobs")
snapshots = dynamodb.Table("snapshots")


def utcnow():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def build(count, *, kind="jobs", taken_at=utcnow()):
    return {"id": kind, "count": count, "takenAt": taken_at}


def snapshot(event, context):
    count = jobs.scan(Select="COUNT")["Count"]
    snapshots.put_item(Item=build(count))


def latest(event, context):
    item = snapshots.get_item(Key={"id": "jobs"}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {
        "statusCode": 200,
        "headers": {"Cache-Control": "max-age=60"},
        "body": json.dumps({"count": int(item["count"]), "takenAt": item["takenAt"]}),
    }
