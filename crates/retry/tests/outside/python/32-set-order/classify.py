"""Files an article under its first tag."""
import re

import boto3

articles = boto3.resource("dynamodb").Table("articles")
WORD = re.compile(r"[a-z0-9]+")
STOP = {"the", "and", "of"}


def tags_of(detail):
    return {tag.strip().lower() for tag in detail["tags"]} - STOP


def slug(title):
    return "-".join(WORD.findall(title.lower()))


def handler(event, context):
    detail = event["detail"]
    tags = list(tags_of(detail))
    primary = tags[0] if tags else "misc"
    articles.put_item(
        Item={
            "primary_tag": primary,
            "id": detail["id"],
            "slug": slug(detail["title"]),
            "title": detail["title"],
        }
    )
