import os

import boto3

from scans import Scan

table = boto3.resource("dynamodb").Table(os.environ["SCANS"])


def handler(event, context):
    for record in event["Records"]:
        scan = Scan.from_record(record)
        table.put_item(
            Item={
                "parcel": scan.parcel,
                "scanned_at": scan.scanned_at,
                "depot": scan.depot,
                "code": scan.code,
            }
        )
