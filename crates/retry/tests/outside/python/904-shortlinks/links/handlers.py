import hashlib
import json
import os

from links import store


def _reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def create(event, context):
    url = json.loads(event["body"]).get("url", "")
    if not url.startswith(("http://", "https://")):
        return _reply(400, {"error": "not an address"})
    code = hashlib.sha256(url.encode("utf-8")).hexdigest()[:10]
    store.add(code, url)
    return _reply(201, {"short": f"{os.environ['BASE_URL']}/{code}"})


def redirect(event, context):
    try:
        url = store.hit(event["pathParameters"]["code"])
    except store.UnknownLink:
        return _reply(404, {"error": "unknown link"})
    return {"statusCode": 301, "headers": {"Location": url}}


def stats(event, context):
    try:
        item = store.get(event["pathParameters"]["code"])
    except store.UnknownLink:
        return _reply(404, {"error": "unknown link"})
    return _reply(200, {"url": item["url"], "hits": int(item["hits"])})
