import io
import logging
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

logger = logging.getLogger()
s3 = boto3.client("s3")
images = boto3.resource("dynamodb").Table(os.environ["IMAGES_TABLE"])

MAX_SIZE = (256, 256)


def shrink(data: bytes) -> tuple[bytes, int, int]:
    image = Image.open(io.BytesIO(data))
    width, height = image.size
    image = image.convert("RGB")
    image.thumbnail(MAX_SIZE)
    out = io.BytesIO()
    image.save(out, format="JPEG", quality=85)
    return out.getvalue(), width, height


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        data = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        thumb, width, height = shrink(data)
        s3.put_object(
            Bucket=os.environ["THUMBS_BUCKET"],
            Key=f"thumbs/{key}.jpg",
            Body=thumb,
            ContentType="image/jpeg",
        )
        images.put_item(Item={"image": key, "width": width, "height": height})
        logger.info("thumbnail of %s done", key)
