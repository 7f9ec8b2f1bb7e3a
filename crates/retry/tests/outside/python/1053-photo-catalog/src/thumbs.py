import io
import logging
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
log = logging.getLogger(__name__)
SIZE = (256, 256)


def render(data):
    image = Image.open(io.BytesIO(data))
    image.thumbnail(SIZE)
    out = io.BytesIO()
    image.save(out, format="JPEG", quality=85)
    return out.getvalue()


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        original = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        s3.put_object(
            Bucket=os.environ["THUMBS_BUCKET"],
            Key=f"256/{key}",
            Body=render(original),
            ContentType="image/jpeg",
        )
        log.info("thumbnail for %s", key)
