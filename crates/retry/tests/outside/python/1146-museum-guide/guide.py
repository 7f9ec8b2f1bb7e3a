import json
import os

import boto3
import redis

tracks = boto3.resource("dynamodb").Table(os.environ["TRACKS"])
cache = redis.from_url(os.environ["REDIS_URL"], decode_responses=True)


def _ok(body, status=200):
    return {"statusCode": status, "body": json.dumps(body)}


def track(event, context):
    """Audio tracks are entered by the curators' tool and cached for an hour."""
    name = event["pathParameters"]["track"]
    cached = cache.get(f"track:{name}")
    if cached:
        return _ok(json.loads(cached))
    item = tracks.get_item(Key={"track": name}).get("Item")
    if item is None:
        return _ok({"error": "unknown track"}, 404)
    body = {"title": item["title"], "url": item["url"]}
    cache.setex(f"track:{name}", 3600, json.dumps(body))
    return _ok(body)


def visit(event, context):
    body = json.loads(event["body"])
    added = cache.sadd(f"visitors:{body['day']}", body["visitor"])
    return _ok({"firstVisitToday": bool(added)})


def stamp(event, context):
    p = event["pathParameters"]
    cache.sadd(f"passport:{p['visitor']}", p["hall"])
    return _ok({"stamps": sorted(cache.smembers(f"passport:{p['visitor']}"))})


def like(event, context):
    likes = cache.incr(f"likes:{event['pathParameters']['track']}")
    return _ok({"likes": likes})
