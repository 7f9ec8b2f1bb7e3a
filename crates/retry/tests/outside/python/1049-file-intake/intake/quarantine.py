import os

import boto3
import structlog
from botocore.exceptions import ClientError

from intake.objects import of_event

log = structlog.get_logger()
s3 = boto3.client("s3")


def handler(event, context):
    for ref in of_event(event):
        try:
            s3.copy_object(Bucket=os.environ["QUARANTINE"], Key=ref.key, CopySource=ref.as_source())
        except ClientError as error:
            if error.response["Error"]["Code"] not in ("NoSuchKey", "404"):
                raise
            log.warning("already gone", key=ref.key)
            continue
        s3.delete_object(Bucket=ref.bucket, Key=ref.key)
