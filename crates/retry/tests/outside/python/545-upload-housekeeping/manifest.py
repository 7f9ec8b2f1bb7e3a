import json
import os

import boto3
from botocore.exceptions import ClientError

s3 = boto3.client("s3")
BUCKET = os.environ["MANIFEST_BUCKET"]
KEY = "manifest.json"


def load() -> list:
    try:
        return json.loads(s3.get_object(Bucket=BUCKET, Key=KEY)["Body"].read())
    except ClientError as error:
        if error.response["Error"]["Code"] == "NoSuchKey":
            return []
        raise


def handler(event, context):
    manifest = load()
    for record in event["Records"]:
        item = record["s3"]["object"]
        manifest.append({"key": item["key"], "size": item["size"]})
    s3.put_object(Bucket=BUCKET, Key=KEY, Body=json.dumps(manifest).encode())
