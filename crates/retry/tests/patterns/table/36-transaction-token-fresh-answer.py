# 36 token write once, resp = fresh id
# create: unsafe alone, unsafe together

import uuid

import boto3

client = boto3.client("dynamodb")


def create(event, context):
    id = str(uuid.uuid4())
    client.transact_write_items(
        ClientRequestToken=event["request"],
        TransactItems=[{
            "Put": {
                "TableName": "items",
                "Item": {"id": {"S": id}, "title": {"S": event["title"]}},
            },
        }],
    )
    return {"id": id}
