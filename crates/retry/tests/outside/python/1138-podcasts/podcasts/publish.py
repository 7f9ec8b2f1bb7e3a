import logging
import os
from urllib.parse import unquote_plus

import boto3
from botocore.exceptions import ClientError

log = logging.getLogger(__name__)
s3 = boto3.client("s3")
PUBLIC = os.environ["PUBLIC_BUCKET"]


def episode(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        s3.copy_object(Bucket=PUBLIC, Key=f"episodes/{key}", CopySource={"Bucket": bucket, "Key": key})
        s3.delete_object(Bucket=bucket, Key=key)


def artwork(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        try:
            image = s3.get_object(Bucket=bucket, Key=key)
        except ClientError as error:
            if error.response["Error"]["Code"] != "NoSuchKey":
                raise
            log.warning("%s was moved before", key)
            continue
        s3.put_object(Bucket=PUBLIC, Key=f"artwork/{key}", Body=image["Body"].read(), ContentType="image/png")
        s3.delete_object(Bucket=bucket, Key=key)
