import os

import boto3
from boto3.dynamodb.types import TypeDeserializer

deserializer = TypeDeserializer()
listing = boto3.resource("dynamodb").Table(os.environ["LISTING_TABLE"])


def to_plain(image):
    return {name: deserializer.deserialize(value) for name, value in image.items()}


def handler(event, context):
    for record in event["Records"]:
        change = record["dynamodb"]
        if record["eventName"] == "REMOVE":
            listing.delete_item(Key=to_plain(change["Keys"]))
            continue
        article = to_plain(change["NewImage"])
        listing.put_item(
            Item={
                "slug": article["slug"],
                "title": article["title"],
                "teaser": article.get("body", "")[:140],
            }
        )
