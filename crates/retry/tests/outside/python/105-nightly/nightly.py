import json
from datetime import datetime, timezone

import boto3

s3 = boto3.client("s3")
orders = boto3.resource("dynamodb").Table("orders")


def summary():
    items = orders.scan()["Items"]
    return {"count": len(items), "ids": sorted(item["id"] for item in items)}


def report_today(event, context):
    day = datetime.now(timezone.utc).date().isoformat()
    s3.put_object(Bucket="reports", Key=f"today/{day}.json", Body=json.dumps(summary()))


def report_of_event(event, context):
    day = event["time"].split("T")[0]
    s3.put_object(Bucket="reports", Key=f"daily/{day}.json", Body=json.dumps(summary()))
