import os
from email.utils import formatdate
from xml.sax.saxutils import escape

import boto3

s3 = boto3.client("s3")


def handler(event, context):
    show = event["pathParameters"]["show"]
    found = s3.list_objects_v2(Bucket=os.environ["PUBLIC_BUCKET"], Prefix=f"episodes/{show}/")
    items = "".join(f"<item><guid>{escape(o['Key'])}</guid></item>" for o in found.get("Contents", []))
    xml = f"<rss><channel><title>{escape(show)}</title><pubDate>{formatdate()}</pubDate>{items}</channel></rss>"
    return {"statusCode": 200, "headers": {"content-type": "application/rss+xml"}, "body": xml}
