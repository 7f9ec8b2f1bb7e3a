import json
import os
import time
from collections import defaultdict

import boto3

dynamodb = boto3.resource("dynamodb")
locks = dynamodb.Table(os.environ["LOCKS"])
sales = dynamodb.Table(os.environ["SALES"])
s3 = boto3.client("s3")
LEASE = 900


def acquire(job):
    now = int(time.time())
    try:
        locks.put_item(
            Item={"job": job, "expires": now + LEASE},
            ConditionExpression="attribute_not_exists(job) OR expires < :now",
            ExpressionAttributeValues={":now": now},
        )
        return True
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        return False


def totals():
    by_region = defaultdict(int)
    for sale in sales.scan()["Items"]:
        by_region[sale["region"]] += int(sale["cents"])
    return dict(sorted(by_region.items()))


def handler(event, context):
    if not acquire("nightly-report"):
        print("somebody else is at it")
        return
    try:
        s3.put_object(
            Bucket=os.environ["REPORTS"],
            Key=f"nightly/{event['time'][:10]}.json",
            Body=json.dumps(totals()).encode(),
        )
    finally:
        locks.delete_item(Key={"job": "nightly-report"})
