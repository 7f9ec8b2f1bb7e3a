import os

import boto3
import structlog

from intake.objects import of_event

log = structlog.get_logger()
s3 = boto3.client("s3")


def handler(event, context):
    for ref in of_event(event):
        s3.copy_object(Bucket=os.environ["PROCESSED"], Key=ref.key, CopySource=ref.as_source())
        s3.delete_object(Bucket=ref.bucket, Key=ref.key)
        log.info("processed", key=ref.key)
