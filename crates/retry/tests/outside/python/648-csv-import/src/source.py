import csv
import io
from urllib.parse import unquote_plus

import boto3

s3 = boto3.client("s3")


def rows_of(record):
    body = s3.get_object(
        Bucket=record["s3"]["bucket"]["name"],
        Key=unquote_plus(record["s3"]["object"]["key"]),
    )["Body"].read()
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
