import json
import os

import redis

client = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)


def submit(board, player, body):
    client.zadd(board, {player: int(body["score"])}, gt=True)
    return {"statusCode": 204, "body": ""}


def show(board, player, body):
    score = client.zscore(board, player)
    if score is None:
        return {"statusCode": 404, "body": ""}
    return {"statusCode": 200, "body": json.dumps({"player": player, "best": score})}


METHODS = {"PUT": submit, "GET": show}


def handler(event, context):
    action = METHODS.get(event["httpMethod"])
    if action is None:
        return {"statusCode": 405, "body": ""}
    body = json.loads(event["body"]) if event.get("body") else {}
    parameters = event["pathParameters"]
    return action(f"board:{parameters['board']}", parameters["player"], body)
