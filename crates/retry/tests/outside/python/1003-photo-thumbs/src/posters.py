import io
import os
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
WIDTHS = (640, 1280, 1920)


def render(data: bytes, width: int) -> bytes:
    image = Image.open(io.BytesIO(data))
    image.thumbnail((width, width))
    out = io.BytesIO()
    image.save(out, format="WEBP")
    return out.getvalue()


def handler(event, context):
    for record in event["Records"]:
        key = unquote_plus(record["s3"]["object"]["key"])
        data = s3.get_object(Bucket=record["s3"]["bucket"]["name"], Key=key)["Body"].read()

        def store(width: int) -> None:
            s3.put_object(
                Bucket=os.environ["THUMBS"],
                Key=f"posters/{width}/{key}",
                Body=render(data, width),
            )

        with ThreadPoolExecutor(max_workers=len(WIDTHS)) as pool:
            list(pool.map(store, WIDTHS))
