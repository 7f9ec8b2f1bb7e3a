import time

import boto3
from botocore.exceptions import ClientError

s3 = boto3.client("s3")


def publish(event, context):
    """The first version of a page wins."""
    try:
        s3.put_object(
            Bucket="pages",
            Key=f"{event['page']}/v{event['version']}.html",
            Body=event["html"].encode("utf-8"),
            ContentType="text/html",
            IfNoneMatch="*",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "PreconditionFailed":
            raise


def snapshot(event, context):
    key = f"{event['page']}/{int(time.time())}.html"
    s3.put_object(Bucket="snapshots", Key=key, Body=event["html"])
    return {"key": key}
