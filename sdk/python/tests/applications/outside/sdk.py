"""Pages, waiters, retries, presigned addresses, batches and errors of boto3."""

import os
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary, TypeDeserializer
from botocore.config import Config
from botocore.exceptions import ClientError, EndpointConnectionError

client = boto3.client("dynamodb")
table = boto3.resource("dynamodb").Table("orders")


def pages(event, context):
    for number in range(5):
        client.put_item(TableName="orders", Item={"id": {"S": f"page-{number}"}})
    seen = [len(page["Items"]) for page in client.get_paginator("scan").paginate(TableName="orders", PaginationConfig={"PageSize": 2})]
    return sum(seen) >= 5


def batches(event, context):
    with table.batch_writer() as batch:
        for number in range(3):
            batch.put_item(Item={"id": f"batch-{number}", "price": Decimal("1.50"), "raw": b"\x00\xff", "tags": {"a", "b"}})
    item = table.get_item(Key={"id": "batch-1"})["Item"]
    found = table.scan(FilterExpression=Attr("id").begins_with("batch-"))["Count"]
    return [item["price"] == Decimal("1.5"), isinstance(item["raw"], Binary), bytes(item["raw"]) == b"\x00\xff", sorted(item["tags"]), found]


def queries(event, context):
    table.put_item(Item={"id": "q"})
    return table.query(KeyConditionExpression=Key("id").eq("q"))["Items"]


def waits(event, context):
    client.get_waiter("table_exists").wait(TableName="orders")
    return table.item_count >= 0


def fails(event, context):
    try:
        client.get_item(TableName="nowhere", Key={"id": {"S": "1"}})
    except client.exceptions.ResourceNotFoundException as error:
        first = error.response["Error"]["Code"]
    try:
        table.put_item(Item={"id": "f"}, ConditionExpression="attribute_exists(nothing)")
    except ClientError as error:
        return [first, error.response["Error"]["Code"], error.operation_name]


def unreachable(event, context):
    other = boto3.client("dynamodb", endpoint_url="http://127.0.0.1:1", config=Config(retries={"max_attempts": 1}, connect_timeout=1))
    try:
        other.list_tables()
    except EndpointConnectionError as error:
        return type(error).__name__


def presigned(event, context):
    objects = boto3.client("s3")
    address = objects.generate_presigned_url("get_object", Params={"Bucket": "b", "Key": "k"}, ExpiresIn=60)
    form = objects.generate_presigned_post("b", "k")
    return [address, form]


def objects(event, context):
    store = boto3.client("s3")
    store.create_bucket(Bucket="things", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    store.put_object(Bucket="things", Key="k", Body=b"content")
    answer = store.get_object(Bucket="things", Key="k")
    body = answer["Body"]
    return [body.read(3).decode(), body.read().decode(), answer["LastModified"].isoformat(), [it["Key"] for it in store.list_objects_v2(Bucket="things")["Contents"]]]


def sessions(event, context):
    session = boto3.Session(region_name="eu-west-1")
    identity = session.client("sts").get_caller_identity()
    return [identity["Account"], session.region_name, os.environ["AWS_ACCESS_KEY_ID"]]


def deserialised(event, context):
    item = client.get_item(TableName="orders", Key={"id": {"S": "page-1"}}).get("Item", {"id": {"S": "none"}})
    return {name: TypeDeserializer().deserialize(value) for name, value in item.items()}
