import os
from urllib.parse import unquote_plus

import boto3

files = boto3.resource("dynamodb").Table(os.environ["FILES_TABLE"])


def handler(event, context):
    for record in event["Records"]:
        info = record["s3"]["object"]
        files.put_item(Item={"key": unquote_plus(info["key"]), "size": info["size"]})
