import json
import os
from datetime import datetime, timezone
from urllib.parse import unquote_plus
from uuid import uuid4

import boto3

s3 = boto3.client("s3")
photos = boto3.resource("dynamodb").Table(os.environ["PHOTOS"])


def upload_url(event, context):
    owner = json.loads(event["body"])["owner"]
    key = f"{owner}/{uuid4()}"
    url = s3.generate_presigned_url("put_object", Params={"Bucket": os.environ["UPLOADS"], "Key": key}, ExpiresIn=900)
    return {"statusCode": 200, "body": json.dumps({"key": key, "url": url})}


def index(event, context):
    for record in event["Records"]:
        obj = record["s3"]["object"]
        photos.put_item(
            Item={
                "key": unquote_plus(obj["key"]),
                "size": obj["size"],
                "indexed_at": datetime.now(timezone.utc).isoformat(),
            }
        )


def gallery(event, context):
    items = photos.scan()["Items"]
    items.sort(key=lambda i: i["indexed_at"], reverse=True)
    return {"statusCode": 200, "body": json.dumps([{"key": i["key"], "at": i["indexed_at"]} for i in items])}
