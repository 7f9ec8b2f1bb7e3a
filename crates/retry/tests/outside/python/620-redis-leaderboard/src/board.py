import json
import os

import redis

client = redis.from_url(os.environ["REDIS_URL"], decode_responses=True)


def key_of(event):
    return "board:" + event["pathParameters"]["board"]


def submit(event, context):
    body = json.loads(event["body"])
    # Only a better score counts.
    client.zadd(key_of(event), {body["player"]: body["score"]}, gt=True)
    return {"statusCode": 204}


def top(event, context):
    best = client.zrevrange(key_of(event), 0, 9, withscores=True)
    rows = [{"player": player, "score": score} for player, score in best]
    return {"statusCode": 200, "body": json.dumps(rows)}
