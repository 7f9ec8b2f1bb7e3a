import base64
import os

import boto3

s3 = boto3.client("s3")
BUCKET = os.environ["BUCKET"]


def key_of(event):
    return f"avatars/{event['pathParameters']['id']}.png"


def put(event, context):
    image = base64.b64decode(event["body"])
    if not image.startswith(b"\x89PNG"):
        return {"statusCode": 415, "body": "only PNG"}
    s3.put_object(Bucket=BUCKET, Key=key_of(event), Body=image, ContentType="image/png")
    return {"statusCode": 204, "body": ""}


def get(event, context):
    try:
        found = s3.get_object(Bucket=BUCKET, Key=key_of(event))
    except s3.exceptions.NoSuchKey:
        return {"statusCode": 404, "body": ""}
    return {
        "statusCode": 200,
        "headers": {"content-type": "image/png"},
        "isBase64Encoded": True,
        "body": base64.b64encode(found["Body"].read()).decode(),
    }
