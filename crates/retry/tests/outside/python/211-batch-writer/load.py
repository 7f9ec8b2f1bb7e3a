import csv
import io
import uuid
from urllib.parse import unquote_plus

import boto3

s3 = boto3.resource("s3")
dynamodb = boto3.resource("dynamodb")


def rows(event):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        body = s3.Object(bucket, key).get()["Body"].read().decode("utf-8")
        yield from csv.DictReader(io.StringIO(body))


def load(event, context):
    with dynamodb.Table("lines").batch_writer() as batch:
        for row in rows(event):
            batch.put_item(Item={"id": row["id"], "name": row["name"]})


def append(event, context):
    with dynamodb.Table("journal").batch_writer() as batch:
        for row in rows(event):
            batch.put_item(Item={"id": str(uuid.uuid4()), "name": row["name"]})
