import json
import os
from collections import defaultdict
from datetime import datetime, timezone
from decimal import Decimal

import boto3

table = boto3.resource("dynamodb").Table(os.environ["SALES"])
s3 = boto3.client("s3")


def totals():
    sums = defaultdict(Decimal)
    for item in table.scan()["Items"]:
        sums[item["region"]] += item["amount"]
    return {region: str(amount) for region, amount in sorted(sums.items())}


def write(name):
    s3.put_object(
        Bucket=os.environ["REPORTS"],
        Key=f"reports/{name}.json",
        Body=json.dumps({"name": name, "totals": totals()}),
        ContentType="application/json",
    )


def scheduled(event, context):
    write(event["time"][:10])


def hourly(event, context):
    write(datetime.now(timezone.utc).strftime("%Y-%m-%dT%H"))
