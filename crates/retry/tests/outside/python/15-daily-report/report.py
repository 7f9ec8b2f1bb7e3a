"""Every night: the orders of the day by customer, as one JSON object in S3."""
import json
import os
from collections import defaultdict

import boto3

dynamodb = boto3.resource("dynamodb")
orders = dynamodb.Table("orders")
s3 = boto3.client("s3")


def scan_all(table, **kwargs):
    items = []
    page = table.scan(**kwargs)
    items += page["Items"]
    while page.get("LastEvaluatedKey"):
        page = table.scan(ExclusiveStartKey=page["LastEvaluatedKey"], **kwargs)
        items += page["Items"]
    return items


def customers_of(ids):
    reply = dynamodb.batch_get_item(
        RequestItems={"customers": {"Keys": [{"id": i} for i in sorted(ids)]}}
    )
    return {c["id"]: c.get("name", "?") for c in reply["Responses"]["customers"]}


def handler(event, context):
    day = event["time"][:10]  # of the schedule, not of the clock
    totals = defaultdict(int)
    for order in scan_all(orders):
        if order["day"] == day:
            totals[order["customer"]] += int(order["total"])
    names = customers_of(totals.keys()) if totals else {}
    rows = [{"customer": names.get(c, c), "total": t} for c, t in sorted(totals.items())]
    s3.put_object(
        Bucket=os.environ["BUCKET"],
        Key=f"reports/{day}.json",
        Body=json.dumps({"day": day, "rows": rows}).encode(),
        ContentType="application/json",
    )
