import json
import re

import store

SLUG = re.compile(r"^[a-z0-9-]{3,40}$")


def create(event, context):
    body = json.loads(event["body"])
    slug = body["slug"]
    url = body["url"]
    if not SLUG.match(slug):
        return {"statusCode": 400, "body": json.dumps({"error": "bad slug"})}
    if not url.startswith("https://"):
        return {"statusCode": 400, "body": json.dumps({"error": "https only"})}
    try:
        store.claim(slug, url)
    except store.SlugTaken:
        return {"statusCode": 409, "body": json.dumps({"error": "slug is taken"})}
    return {"statusCode": 201, "body": json.dumps({"slug": slug, "url": url})}


def follow(event, context):
    slug = event["pathParameters"]["slug"]
    link = store.find(slug)
    if link is None:
        return {"statusCode": 404, "body": "no such link"}
    store.count_hit(slug)
    return {"statusCode": 302, "headers": {"Location": link["url"]}, "body": ""}
