import os

import boto3

_sales = boto3.resource("dynamodb").Table(os.environ["SALES"])
_s3 = boto3.client("s3")


def all_sales():
    items, start = [], None
    while True:
        page = _sales.scan(ExclusiveStartKey=start) if start else _sales.scan()
        items.extend(page["Items"])
        start = page.get("LastEvaluatedKey")
        if start is None:
            return items


def save(key: str, csv: str) -> None:
    _s3.put_object(Bucket=os.environ["REPORTS"], Key=key, Body=csv.encode())
