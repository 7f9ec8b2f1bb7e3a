import csv
import io
import os
from decimal import Decimal
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
products = boto3.resource("dynamodb").Table(os.environ["PRODUCTS_TABLE"])


def read_rows(bucket, key):
    body = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8")
    return list(csv.DictReader(io.StringIO(body)))


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        rows = read_rows(bucket, key)
        with products.batch_writer() as batch:
            for row in rows:
                batch.put_item(
                    Item={
                        "sku": row["sku"],
                        "name": row["name"],
                        "price": Decimal(row["price"]),
                    }
                )
        print(f"imported {len(rows)} products from {key}")
