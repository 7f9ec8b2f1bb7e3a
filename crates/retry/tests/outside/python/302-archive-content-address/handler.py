import base64
import gzip
import hashlib
import json

import boto3

s3 = boto3.client("s3")
BUCKET = "acme-clicks-archive"


def decode(record):
    return json.loads(base64.b64decode(record["kinesis"]["data"]))


def as_lines(clicks):
    return "\n".join(json.dumps(click, sort_keys=True) for click in clicks)


def archive(event, context):
    clicks = [decode(record) for record in event["Records"]]
    clicks = [click for click in clicks if not click.get("bot")]
    if not clicks:
        return
    packed = gzip.compress(as_lines(clicks).encode("utf-8"))
    digest = hashlib.sha256(packed).hexdigest()
    # content-addressed, so writing the same batch twice is harmless
    s3.put_object(
        Bucket=BUCKET,
        Key=f"clicks/{digest[:2]}/{digest}.jsonl.gz",
        Body=packed,
        ContentEncoding="gzip",
    )
