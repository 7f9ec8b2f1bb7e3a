import hashlib
import json
import logging
import os

import boto3
import urllib3
from botocore.exceptions import ClientError

log = logging.getLogger(__name__)
http = urllib3.PoolManager(timeout=urllib3.Timeout(connect=2.0, read=8.0))
s3 = boto3.client("s3")
BUCKET = os.environ["BUCKET"]


def digest(url):
    return hashlib.sha256(url.encode("utf-8")).hexdigest()


def download(url):
    response = http.request("GET", url)
    return response.data


def fetch_feed(event, context):
    for record in event["Records"]:
        url = json.loads(record["body"])["url"]
        s3.put_object(Bucket=BUCKET, Key=f"feeds/{digest(url)}", Body=download(url))


def fetch_article(event, context):
    for record in event["Records"]:
        url = json.loads(record["body"])["url"]
        try:
            s3.put_object(Bucket=BUCKET, Key=f"articles/{digest(url)}", Body=download(url), IfNoneMatch="*")
        except ClientError as e:
            if e.response["Error"]["Code"] != "PreconditionFailed":
                raise
            log.info("%s is known", url)


def page(event, context):
    p = event["pathParameters"]
    try:
        obj = s3.get_object(Bucket=BUCKET, Key=f"{p['kind']}/{p['digest']}")
    except s3.exceptions.NoSuchKey:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": obj["Body"].read().decode("utf-8")}
