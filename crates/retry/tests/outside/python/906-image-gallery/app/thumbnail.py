import io
import os
from urllib.parse import unquote_plus

import boto3
from PIL import Image

s3 = boto3.client("s3")
table = boto3.resource("dynamodb").Table(os.environ["IMAGES_TABLE"])

SIZE = (256, 256)


def shrink(data: bytes) -> bytes:
    image = Image.open(io.BytesIO(data))
    image.thumbnail(SIZE)
    out = io.BytesIO()
    image.convert("RGB").save(out, format="JPEG")
    return out.getvalue()


def handler(event, context):
    for record in event["Records"]:
        image_id = unquote_plus(record["s3"]["object"]["key"])
        original = s3.get_object(Bucket=os.environ["UPLOADS_BUCKET"], Key=image_id)
        thumbnail_key = f"thumbnails/{image_id}.jpg"
        s3.put_object(
            Bucket=os.environ["THUMBNAILS_BUCKET"],
            Key=thumbnail_key,
            Body=shrink(original["Body"].read()),
            ContentType="image/jpeg",
        )
        table.update_item(
            Key={"imageId": image_id},
            UpdateExpression="SET #s = :ready, thumbnail = :thumbnail",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":ready": "READY", ":thumbnail": thumbnail_key},
        )
