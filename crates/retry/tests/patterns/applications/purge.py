# purgeData alone
# purge: safe alone, safe together

import boto3

items = boto3.resource("dynamodb").Table("items")


def purge(event, context):
    for item in items.scan()["Items"]:
        items.delete_item(Key={"id": item["id"]})
