# 07 put(now()), resp has time, no reader
# touch: safe alone, safe together

import time

import boto3

items = boto3.resource("dynamodb").Table("items")


def touch(event, context):
    at = int(time.time())
    items.put_item(Item={"id": event["id"], "at": at})
    return {"at": at}
