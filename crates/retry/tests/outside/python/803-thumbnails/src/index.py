import os
from urllib.parse import unquote_plus

import boto3

index = boto3.resource("dynamodb").Table(os.environ["INDEX_TABLE"])


def handler(event, context):
    for record in event["Records"]:
        obj = record["s3"]["object"]
        index.put_item(
            Item={
                "image": unquote_plus(obj["key"]),
                "size": obj["size"],
                "etag": obj["eTag"],
            }
        )
