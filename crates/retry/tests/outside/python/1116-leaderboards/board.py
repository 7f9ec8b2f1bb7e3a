import json
import os

import redis


class Leaderboard:
    def __init__(self, client, season):
        self._client = client
        self._key = f"board:{season}"

    def offer(self, player, score):
        # only improvements count
        self._client.zadd(self._key, {player: score}, gt=True)

    def best(self, n):
        return self._client.zrevrange(self._key, 0, n - 1, withscores=True)


r = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)


def submit(event, context):
    body = json.loads(event["body"])
    Leaderboard(r, event["pathParameters"]["season"]).offer(body["player"], body["score"])
    return {"statusCode": 202}


def add_playtime(event, context):
    minutes = int(json.loads(event["body"])["minutes"])
    r.hincrby("playtime", event["pathParameters"]["player"], minutes)
    return {"statusCode": 202}


def top(event, context):
    best = Leaderboard(r, event["pathParameters"]["season"]).best(10)
    return {"statusCode": 200, "body": json.dumps([{"player": p, "score": s} for p, s in best])}
