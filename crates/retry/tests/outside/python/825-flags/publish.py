import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["FLAGS_TABLE"])
s3 = boto3.client("s3")


def handler(event, context):
    items = table.scan()["Items"]
    flags = {item["name"]: item["enabled"] for item in items}
    s3.put_object(
        Bucket=os.environ["PUBLIC_BUCKET"],
        Key="flags.json",
        Body=json.dumps(flags, sort_keys=True),
        ContentType="application/json",
        CacheControl="max-age=60",
    )
