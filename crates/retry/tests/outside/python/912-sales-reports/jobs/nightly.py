import csv
import io
import os
from collections import defaultdict
from datetime import datetime, timedelta
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr

orders = boto3.resource("dynamodb").Table(os.environ["ORDERS_TABLE"])
s3 = boto3.client("s3")


def totals_by_region(day):
    totals = defaultdict(Decimal)
    for order in orders.scan(FilterExpression=Attr("day").eq(day))["Items"]:
        totals[order["region"]] += order["total"]
    return totals


def handler(event, context):
    fired = datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%SZ")
    day = (fired - timedelta(days=1)).strftime("%Y-%m-%d")
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["region", "total"])
    for region, total in sorted(totals_by_region(day).items()):
        writer.writerow([region, str(total)])
    s3.put_object(
        Bucket=os.environ["REPORTS_BUCKET"],
        Key=f"daily/{day}.csv",
        Body=out.getvalue().encode("utf-8"),
        ContentType="text/csv",
    )
