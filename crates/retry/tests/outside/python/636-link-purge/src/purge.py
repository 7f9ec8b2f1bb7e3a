import os
import time

import boto3
from boto3.dynamodb.conditions import Attr

links = boto3.resource("dynamodb").Table(os.environ["LINKS"])


def expired(now):
    scan = {"FilterExpression": Attr("expires").lt(now), "ProjectionExpression": "code"}
    while True:
        page = links.scan(**scan)
        yield from page["Items"]
        if not page.get("LastEvaluatedKey"):
            break
        scan["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def handler(event, context):
    count = 0
    with links.batch_writer() as batch:
        for item in expired(int(time.time())):
            batch.delete_item(Key={"code": item["code"]})
            count += 1
    print(f"purged {count} links")
