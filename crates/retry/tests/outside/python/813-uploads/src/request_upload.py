import json
import os
import uuid

import boto3

s3 = boto3.client("s3")
ALLOWED = {"application/pdf", "image/png", "image/jpeg"}


def handler(event, context):
    body = json.loads(event["body"])
    content_type = body.get("contentType")
    if content_type not in ALLOWED:
        return {"statusCode": 415, "body": json.dumps({"error": "unsupported type"})}
    key = f"{uuid.uuid4().hex}"
    url = s3.generate_presigned_url(
        "put_object",
        Params={"Bucket": os.environ["BUCKET"], "Key": key, "ContentType": content_type},
        ExpiresIn=900,
    )
    return {"statusCode": 200, "body": json.dumps({"key": key, "url": url})}
