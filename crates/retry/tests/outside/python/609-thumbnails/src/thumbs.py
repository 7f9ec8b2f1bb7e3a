import io
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
THUMBS = os.environ["THUMBS"]
SIZES = {"small": (96, 96), "medium": (320, 320)}


def render(data, size):
    image = Image.open(io.BytesIO(data)).convert("RGB")
    image.thumbnail(size)
    out = io.BytesIO()
    image.save(out, format="JPEG", quality=85)
    return out.getvalue()


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        data = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        stem, _ = os.path.splitext(key)
        for name, size in SIZES.items():
            s3.put_object(
                Bucket=THUMBS,
                Key=f"{name}/{stem}.jpg",
                Body=render(data, size),
                ContentType="image/jpeg",
            )
