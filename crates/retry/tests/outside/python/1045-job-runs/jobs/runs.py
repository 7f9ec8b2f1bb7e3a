import os
import time

import boto3

_dynamodb = boto3.resource("dynamodb")
_runs = _dynamodb.Table(os.environ["RUNS"])
_products = _dynamodb.Table(os.environ["PRODUCTS"])
_s3 = boto3.client("s3")


def started(run: str, job: str) -> None:
    _runs.put_item(Item={"run": run, "job": job, "startedAt": int(time.time())})


def products() -> list:
    items = []
    for page in _dynamodb.meta.client.get_paginator("scan").paginate(TableName=os.environ["PRODUCTS"]):
        items.extend(page["Items"])
    return items


def save(key: str, body: str) -> None:
    _s3.put_object(Bucket=os.environ["SNAPSHOTS"], Key=key, Body=body.encode())
