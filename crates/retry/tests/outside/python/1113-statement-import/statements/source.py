import csv
import io

import boto3

s3 = boto3.client("s3")


def read_rows(record):
    """Rows of the CSV file that an S3 notification is about."""
    obj = s3.get_object(Bucket=record["s3"]["bucket"]["name"], Key=record["s3"]["object"]["key"])
    text = obj["Body"].read().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))
