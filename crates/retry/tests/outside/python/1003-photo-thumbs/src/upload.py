import json
import os
import uuid

import boto3

s3 = boto3.client("s3")
TYPES = {"image/jpeg": "jpg"}


def handler(event, context):
    content_type = json.loads(event["body"]).get("contentType", "image/jpeg")
    extension = TYPES.get(content_type)
    if extension is None:
        return {"statusCode": 415, "body": json.dumps({"error": "unsupported type"})}
    key = f"{uuid.uuid4().hex}.{extension}"
    url = s3.generate_presigned_url(
        "put_object",
        Params={"Bucket": os.environ["UPLOADS"], "Key": key, "ContentType": content_type},
        ExpiresIn=900,
    )
    return {"statusCode": 201, "body": json.dumps({"key": key, "url": url})}
