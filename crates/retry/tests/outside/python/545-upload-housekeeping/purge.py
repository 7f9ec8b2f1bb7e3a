import os
from datetime import datetime, timedelta, timezone

import boto3

s3 = boto3.client("s3")
BUCKET = os.environ["SCRATCH_BUCKET"]
MAX_AGE = timedelta(hours=int(os.environ["MAX_AGE_HOURS"]))


def expired_keys():
    cutoff = datetime.now(timezone.utc) - MAX_AGE
    paginator = s3.get_paginator("list_objects_v2")
    for page in paginator.paginate(Bucket=BUCKET, Prefix="tmp/"):
        for entry in page.get("Contents", []):
            if entry["LastModified"] < cutoff:
                yield entry["Key"]


def handler(event, context):
    for key in expired_keys():
        s3.delete_object(Bucket=BUCKET, Key=key)
        print(f"deleted {key}")
