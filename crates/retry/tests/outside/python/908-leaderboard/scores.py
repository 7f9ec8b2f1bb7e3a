import json

from cache import client


def _ok(body):
    return {"statusCode": 200, "body": json.dumps(body)}


def submit(event, context):
    game = event["pathParameters"]["game"]
    body = json.loads(event["body"])
    player, score = body["player"], int(body["score"])
    if score < 0:
        return {"statusCode": 422, "body": json.dumps({"error": "negative score"})}
    # keeps the best score of a player
    client.zadd(f"leaderboard:{game}", {player: score}, gt=True)
    return _ok({"accepted": True})


def record_play(event, context):
    game = event["pathParameters"]["game"]
    plays = client.incr(f"plays:{game}")
    return _ok({"plays": plays})


def top(event, context):
    game = event["pathParameters"]["game"]
    best = client.zrevrange(f"leaderboard:{game}", 0, 9, withscores=True)
    return _ok([{"player": player, "score": score} for player, score in best])
