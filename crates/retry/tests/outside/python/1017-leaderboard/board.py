import json
import os

import redis
from pydantic import BaseModel

db = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)


class Score(BaseModel):
    player: str
    points: int


def submit_score(event, context):
    score = Score.model_validate_json(event["body"])
    board = event["pathParameters"]["board"]
    db.zadd(f"board:{board}", {score.player: score.points}, gt=True)
    return {"statusCode": 202, "body": json.dumps({"player": score.player})}


def add_win(event, context):
    db.zincrby("wins", 1, event["detail"]["winner"])


def top(event, context):
    rows = db.zrevrange(f"board:{event['pathParameters']['board']}", 0, 9, withscores=True)
    return {
        "statusCode": 200,
        "body": json.dumps([{"player": player, "points": points} for player, points in rows]),
    }
