import io
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
TARGET = os.environ["THUMBNAILS_BUCKET"]
SIZE = (256, 256)


def shrink(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as image:
        image.thumbnail(SIZE)
        buffer = io.BytesIO()
        image.convert("RGB").save(buffer, format="JPEG", quality=80)
        return buffer.getvalue()


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        original = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        s3.put_object(
            Bucket=TARGET,
            Key=f"256/{key}.jpg",
            Body=shrink(original),
            ContentType="image/jpeg",
        )
