import csv
import io
import json
import os
from collections import defaultdict
from decimal import Decimal

import boto3

sales = boto3.resource("dynamodb").Table("sales")
paginator = boto3.client("dynamodb").get_paginator("scan")
s3 = boto3.client("s3")
events = boto3.client("events")


def ingest(event, context):
    failures = []
    for record in event["Records"]:
        sale = json.loads(record["body"], parse_float=Decimal)
        if sale.get("amount") is None or "shop" not in sale:
            failures.append({"itemIdentifier": record["messageId"]})
            continue
        sales.put_item(
            Item={"id": record["messageId"], "shop": sale["shop"], "amount": sale["amount"]}
        )
    return {"batchItemFailures": failures}


def totals():
    result = defaultdict(Decimal)
    for page in paginator.paginate(TableName="sales"):
        for item in page["Items"]:
            result[item["shop"]["S"]] += Decimal(item["amount"]["N"])
    return dict(sorted(result.items()))


def report(event, context):
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["shop", "total"])
    writer.writerows(totals().items())
    key = f"daily/{event['time'][:10]}.csv"
    s3.put_object(Bucket=os.environ["REPORTS"], Key=key, Body=out.getvalue())


def publish_totals(event, context):
    detail = {shop: str(total) for shop, total in totals().items()}
    events.put_events(
        Entries=[
            {
                "Source": "acme.sales",
                "DetailType": "totals",
                "Detail": json.dumps(detail),
                "EventBusName": os.environ["BUS"],
            }
        ]
    )
