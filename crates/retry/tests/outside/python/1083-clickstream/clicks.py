import base64
import json
import os
from collections import Counter

import boto3

pages = boto3.resource("dynamodb").Table(os.environ["PAGES"])
s3 = boto3.client("s3")


def decode(record):
    return json.loads(base64.b64decode(record["kinesis"]["data"]))


def aggregate(event, context):
    counts = Counter(decode(record)["page"] for record in event["Records"])
    for page, number in counts.items():
        pages.update_item(
            Key={"page": page},
            UpdateExpression="ADD clicks :n",
            ExpressionAttributeValues={":n": number},
        )


def archive(event, context):
    for record in event["Records"]:
        s3.put_object(
            Bucket=os.environ["ARCHIVE"],
            Key=f"clicks/{record['eventID']}.json",
            Body=json.dumps(decode(record), sort_keys=True),
        )
