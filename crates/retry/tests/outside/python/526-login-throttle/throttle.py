import json
import os

import redis

cache = redis.Redis(host=os.environ["REDIS_HOST"], port=6379, decode_responses=True)
LIMIT = int(os.environ["LIMIT"])
WINDOW = 300


def handler(event, context):
    email = json.loads(event["body"])["email"].lower()
    key = f"attempts:{email}"
    attempts = cache.incr(key)
    cache.expire(key, WINDOW)
    if attempts > LIMIT:
        return {
            "statusCode": 429,
            "headers": {"Retry-After": str(WINDOW)},
            "body": json.dumps({"message": "too many attempts"}),
        }
    return {"statusCode": 200, "body": json.dumps({"remaining": LIMIT - attempts})}
