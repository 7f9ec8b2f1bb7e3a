import hashlib
import json
import os

import boto3
from botocore.exceptions import ClientError

s3 = boto3.client("s3")
BUCKET = os.environ["CONFIGS"]


def publish(event, context):
    app = event["pathParameters"]["app"]
    text = json.dumps(json.loads(event["body"]), sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    s3.put_object(Bucket=BUCKET, Key=f"versions/{app}/{digest}.json", Body=text)
    s3.put_object(Bucket=BUCKET, Key=f"current/{app}", Body=digest)
    return {"statusCode": 200, "body": json.dumps({"version": digest})}


def current(event, context):
    app = event["pathParameters"]["app"]
    try:
        digest = s3.get_object(Bucket=BUCKET, Key=f"current/{app}")["Body"].read().decode()
    except ClientError as error:
        if error.response["Error"]["Code"] == "NoSuchKey":
            return {"statusCode": 404}
        raise
    return {"statusCode": 200, "body": json.dumps({"version": digest})}
