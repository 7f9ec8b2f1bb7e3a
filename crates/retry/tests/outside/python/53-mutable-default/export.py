import csv
import io
import json
import os

import boto3

s3 = boto3.client("s3")


def rows(records, collected=[]):  # noqa: B006
    for record in records:
        body = json.loads(record["body"])
        collected.append((record["messageId"], body["sku"], body["cents"]))
    return collected


def as_csv(lines):
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(("message", "sku", "cents"))
    writer.writerows(lines)
    return buffer.getvalue()


def handler(event, context):
    first = event["Records"][0]["messageId"]
    s3.put_object(
        Bucket=os.environ["BUCKET"],
        Key=f"csv/{first}.csv",
        Body=as_csv(rows(event["Records"])).encode(),
    )
