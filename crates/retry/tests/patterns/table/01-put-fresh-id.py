# 01 put(fresh id)
# create: unsafe alone, unsafe together

import uuid

import boto3

items = boto3.resource("dynamodb").Table("items")


def create(event, context):
    items.put_item(Item={"id": str(uuid.uuid4()), "title": event["title"]})
