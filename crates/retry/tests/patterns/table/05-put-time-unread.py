# 05 put(now()), no reader
# touch: safe alone, safe together

import time

import boto3

items = boto3.resource("dynamodb").Table("items")


def touch(event, context):
    items.put_item(Item={"id": event["id"], "at": int(time.time())})
