"""A CSV file in the bucket becomes rows of the table; the sku is the key."""
import csv
import io
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
products = boto3.resource("dynamodb").Table("products")


def lines_of(bucket, key):
    body = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(body)))


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        with products.batch_writer(overwrite_by_pkeys=["sku"]) as batch:
            for line in lines_of(bucket, key):
                batch.put_item(
                    Item={"sku": line["sku"], "name": line["name"], "cents": int(line["cents"])}
                )
