import csv
import io
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
dynamodb = boto3.resource("dynamodb")
catalogue = dynamodb.Table("catalogue")
files = dynamodb.Table("files")


def load(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        body = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8")
        with catalogue.batch_writer() as batch:
            for row in csv.DictReader(io.StringIO(body)):
                batch.put_item(Item={"sku": row["sku"], "title": row["title"], "file": key})


def unload(event, context):
    for record in event["Records"]:
        key = unquote_plus(record["s3"]["object"]["key"])
        files.delete_item(Key={"key": key})
