import os
from concurrent.futures import ThreadPoolExecutor

import boto3

s3 = boto3.client("s3")
SOURCE, TARGET = os.environ["SOURCE"], os.environ["TARGET"]


def copy(key):
    s3.copy_object(Bucket=TARGET, Key=key, CopySource={"Bucket": SOURCE, "Key": key})
    return key


def handler(event, context):
    with ThreadPoolExecutor(max_workers=8) as pool:
        copied = list(pool.map(copy, event["keys"]))
    return {"copied": len(copied)}
