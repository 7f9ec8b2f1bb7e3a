import json

import boto3

from database import db

s3 = boto3.client("s3")


def products(bucket, key):
    body = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8")
    return [json.loads(line) for line in body.splitlines() if line.strip()]


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = record["s3"]["object"]["key"]
        for product in products(bucket, key):
            db.products.update_one(
                {"_id": product["sku"]},
                {"$set": {"title": product["title"], "price": product["price"], "feed": key}},
                upsert=True,
            )
