"""Moves what arrives in the inbox to the archive, sorted by extension."""
import os
from pathlib import PurePosixPath
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")
ARCHIVE = os.environ["ARCHIVE"]


def target(key: str) -> str:
    path = PurePosixPath(key)
    folder = path.suffix.lstrip(".").lower() or "other"
    return f"{folder}/{path.name}"


def move(bucket: str, key: str) -> None:
    s3.copy_object(
        Bucket=ARCHIVE,
        Key=target(key),
        CopySource={"Bucket": bucket, "Key": key},
    )
    s3.delete_object(Bucket=bucket, Key=key)


def handler(event, context):
    for record in event["Records"]:
        entity = record["s3"]
        move(entity["bucket"]["name"], unquote_plus(entity["object"]["key"]))
