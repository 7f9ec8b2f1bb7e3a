import json
import os
import uuid

import boto3

s3 = boto3.client("s3")


def handler(event, context):
    user = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    key = f"{user}/{uuid.uuid4()}"
    url = s3.generate_presigned_url(
        "put_object",
        Params={"Bucket": os.environ["ORIGINALS_BUCKET"], "Key": key},
        ExpiresIn=900,
    )
    return {"statusCode": 200, "body": json.dumps({"key": key, "url": url})}
