import csv
import io
import json
import logging
import os
from collections import defaultdict
from decimal import Decimal
from urllib.parse import unquote_plus

import boto3

logger = logging.getLogger()
logger.setLevel(logging.INFO)
s3 = boto3.client("s3")
SUMMARY_BUCKET = os.environ["SUMMARY_BUCKET"]


def read_rows(bucket, key):
    body = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8")
    yield from csv.DictReader(io.StringIO(body))


def summarize(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        totals = defaultdict(Decimal)
        shops = set()
        for row in read_rows(bucket, key):
            totals[row["article"]] += Decimal(row["amount"])
            shops.add(row["shop"])
        summary = {
            "source": key,
            "shops": sorted(shops),
            "totals": {article: str(total) for article, total in sorted(totals.items())},
        }
        target = "summary/" + key.rsplit("/", 1)[-1].replace(".csv", ".json")
        s3.put_object(
            Bucket=SUMMARY_BUCKET,
            Key=target,
            Body=json.dumps(summary).encode("utf-8"),
            ContentType="application/json",
        )
        logger.info("wrote %s with %d shops", target, len(shops))
