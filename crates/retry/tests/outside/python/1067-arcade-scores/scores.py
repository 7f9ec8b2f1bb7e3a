import json
import os

import redis

client = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)


def board(event):
    return f"board:{event['pathParameters']['game']}"


def submit(event, context):
    body = json.loads(event["body"])
    client.zadd(board(event), {body["player"]: int(body["score"])}, gt=True)
    return {"statusCode": 200, "body": json.dumps({"accepted": True})}


def high_score(event, context):
    score = client.zscore(board(event), event["pathParameters"]["player"])
    if score is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"score": score})}
