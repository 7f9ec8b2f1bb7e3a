import io
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
SIZE = (320, 320)


def handler(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        original = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
        image = Image.open(io.BytesIO(original))
        image.thumbnail(SIZE)
        out = io.BytesIO()
        image.convert("RGB").save(out, format="JPEG", quality=80)
        s3.put_object(Bucket=os.environ["THUMBS"], Key=f"{key}.jpg", Body=out.getvalue(), ContentType="image/jpeg")
