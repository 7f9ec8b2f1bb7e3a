# purgeData + create + scan,scan
# purge: safe alone, unsafe-concurrent together

import boto3

items = boto3.resource("dynamodb").Table("items")


def purge(event, context):
    for item in items.scan()["Items"]:
        items.delete_item(Key={"id": item["id"]})


def create(event, context):
    items.put_item(Item={"id": event["id"], "title": event["title"]})


def list(event, context):
    return items.scan()["Items"]
