import csv
import io
import logging
from urllib.parse import unquote_plus

import boto3

from database import connect

logger = logging.getLogger()
logger.setLevel(logging.INFO)
s3 = boto3.client("s3")


def rows_of(bucket, key):
    text = s3.get_object(Bucket=bucket, Key=key)["Body"].read().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def handler(event, context):
    conn = connect()
    try:
        for record in event["Records"]:
            bucket = record["s3"]["bucket"]["name"]
            key = unquote_plus(record["s3"]["object"]["key"])
            for row in rows_of(bucket, key):
                with conn.cursor() as cursor:
                    cursor.execute(
                        "INSERT IGNORE INTO subscribers (email, name) VALUES (%s, %s)",
                        (row["email"].strip().lower(), row["name"]),
                    )
            logger.info("imported %s", key)
    finally:
        conn.close()
