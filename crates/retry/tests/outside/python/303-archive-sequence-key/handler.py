import base64
import gzip
import io

import boto3

s3 = boto3.client("s3")
BUCKET = "acme-orders-archive"


def archive(event, context):
    records = event["Records"]
    first = records[0]
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb") as packed:
        for record in records:
            packed.write(base64.b64decode(record["kinesis"]["data"]))
            packed.write(b"\n")
    shard = first["eventID"].split(":")[0]
    number = first["kinesis"]["sequenceNumber"]
    s3.put_object(
        Bucket=BUCKET,
        Key=f"{shard}/{number}.jsonl.gz",
        Body=buffer.getvalue(),
        Metadata={"records": str(len(records))},
    )
    print("archived", len(records), "records of", shard)
