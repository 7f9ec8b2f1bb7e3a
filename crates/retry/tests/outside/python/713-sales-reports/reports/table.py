import csv
import io
import os
from collections import defaultdict

import boto3

client = boto3.client("dynamodb")
s3 = boto3.client("s3")


def sales_of(day):
    pages = client.get_paginator("query").paginate(
        TableName=os.environ["SALES_TABLE"],
        KeyConditionExpression="#day = :day",
        ExpressionAttributeNames={"#day": "day"},
        ExpressionAttributeValues={":day": {"S": day}},
        ConsistentRead=True,
    )
    for page in pages:
        yield from page["Items"]


def totals(days):
    result = defaultdict(int)
    for day in days:
        for item in sales_of(day):
            result[item["till"]["S"]] += int(item["cents"]["N"])
    return result


def store(name, sums):
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["till", "cents"])
    for till in sorted(sums):
        writer.writerow([till, sums[till]])
    s3.put_object(Bucket=os.environ["REPORTS_BUCKET"], Key=name, Body=out.getvalue().encode(), ContentType="text/csv")
