import hashlib
import json
import os

import boto3
import httpx

s3 = boto3.client("s3")


def handler(event, context):
    for record in event["Records"]:
        url = json.loads(record["body"])["url"]
        page = httpx.get(url, timeout=10)
        name = hashlib.sha256(url.encode()).hexdigest()
        s3.put_object(
            Bucket=os.environ["SNAPSHOTS"], Key=f"{name}.html", Body=page.text.encode("utf-8")
        )
