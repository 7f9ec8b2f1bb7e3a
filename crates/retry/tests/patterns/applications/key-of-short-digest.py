# key.first figures of a digest, which others may share
# save: safe alone, unsafe together
# today: safe alone, unknown together

import hashlib

import boto3

links = boto3.resource("dynamodb").Table("links")


def save(event, context):
    url = event["url"]
    links.put_item(Item={"id": hashlib.sha256(url.encode()).hexdigest()[:8], "url": url})


def read(event, context):
    return links.get_item(Key={"id": event["id"]}).get("Item")
