# batch puts, same key twice + 3 readers
# save: safe alone, unsafe-concurrent together

import json

import boto3

items = boto3.resource("dynamodb").Table("items")


def save(event, context):
    for record in event["Records"]:
        item = json.loads(record["body"])
        items.put_item(Item={"id": item["id"], "title": item["title"]})


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
