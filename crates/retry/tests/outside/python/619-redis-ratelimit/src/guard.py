import json
import os

import redis

r = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)
LIMIT = int(os.environ["LIMIT"])
WINDOW = 3600


def handler(event, context):
    key = f"quota:{event['pathParameters']['client']}"
    used = r.incr(key)
    if used == 1:
        r.expire(key, WINDOW)
    if used > LIMIT:
        return {"statusCode": 429, "body": json.dumps({"retryAfter": WINDOW})}
    return {"statusCode": 200, "body": json.dumps({"left": LIMIT - used})}
