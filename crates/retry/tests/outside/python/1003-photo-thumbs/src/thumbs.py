import io
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
photos = boto3.resource("dynamodb").Table(os.environ["PHOTOS"])
SIZE = (320, 320)


def shrink(data: bytes) -> bytes:
    image = Image.open(io.BytesIO(data))
    image.thumbnail(SIZE)
    out = io.BytesIO()
    image.save(out, format="JPEG", quality=80)
    return out.getvalue()


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        source = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        target = f"thumbs/{key}"
        s3.put_object(
            Bucket=os.environ["THUMBS"],
            Key=target,
            Body=shrink(source),
            ContentType="image/jpeg",
        )
        photos.update_item(
            Key={"key": key},
            UpdateExpression="SET thumb = :t, #s = :ready",
            ExpressionAttributeNames={"#s": "state"},
            ExpressionAttributeValues={":t": target, ":ready": "ready"},
        )
