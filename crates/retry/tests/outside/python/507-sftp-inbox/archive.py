import logging
import os
import urllib.parse

import boto3

logger = logging.getLogger()
logger.setLevel("INFO")

s3 = boto3.client("s3")
ARCHIVE = os.environ["ARCHIVE_BUCKET"]


def move(bucket: str, key: str, target: str) -> None:
    s3.copy_object(Bucket=ARCHIVE, Key=target, CopySource={"Bucket": bucket, "Key": key})
    s3.delete_object(Bucket=bucket, Key=key)


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = urllib.parse.unquote_plus(record["s3"]["object"]["key"])
        day = record["eventTime"][:10]
        target = f"{day}/{key}"
        move(bucket, key, target)
        logger.info("moved s3://%s/%s to s3://%s/%s", bucket, key, ARCHIVE, target)
    return {"moved": len(event["Records"])}
