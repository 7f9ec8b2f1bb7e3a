import csv
import io
import os
from decimal import Decimal
from urllib.parse import unquote_plus

import boto3

s3 = boto3.resource("s3")
table = boto3.resource("dynamodb").Table(os.environ["PRICES"])


def rows(bucket: str, key: str):
    text = s3.Object(bucket, key).get()["Body"].read().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        with table.batch_writer(overwrite_by_pkeys=["sku"]) as batch:
            for row in rows(bucket, key):
                batch.put_item(Item={"sku": row["sku"], "price": Decimal(row["price"])})
