import json
import os

import redis
import urllib3

cache = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
http = urllib3.PoolManager()
LIMIT = 100


def allowed(client: str) -> bool:
    used = cache.incr(f"quota:{client}")
    if used == 1:
        cache.expire(f"quota:{client}", 60)
    return used <= LIMIT


def handler(event, context):
    client = event["requestContext"]["identity"]["apiKeyId"]
    if not allowed(client):
        return {"statusCode": 429, "body": json.dumps({"error": "too many requests"})}
    query = event["queryStringParameters"]["q"]
    reply = http.request("GET", os.environ["SEARCH_URL"], fields={"q": query})
    if reply.status != 200:
        return {"statusCode": 502, "body": "{}"}
    return {"statusCode": 200, "body": reply.data.decode()}
