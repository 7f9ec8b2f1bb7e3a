import csv
import json
import os
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
prices = boto3.resource("dynamodb").Table(os.environ["PRICES_TABLE"])


def objects(event):
    for record in event["Records"]:
        yield record["s3"]["bucket"]["name"], unquote_plus(record["s3"]["object"]["key"])


def import_prices(event, context):
    for bucket, key in objects(event):
        text = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8-sig")
        with prices.batch_writer(overwrite_by_pkeys=["sku"]) as batch:
            for row in csv.DictReader(text.splitlines()):
                batch.put_item(Item={"sku": row["sku"], "cents": int(row["cents"])})


def tidy(event, context):
    for bucket, key in objects(event):
        s3.copy_object(
            Bucket=os.environ["DONE_BUCKET"],
            Key=key,
            CopySource={"Bucket": bucket, "Key": key},
        )
        s3.delete_object(Bucket=bucket, Key=key)


def price(event, context):
    item = prices.get_item(Key={"sku": event["pathParameters"]["sku"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"cents": int(item["cents"])})}
