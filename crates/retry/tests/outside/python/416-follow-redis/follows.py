import json
import os

import redis

r = redis.Redis(host=os.environ["REDIS_HOST"], port=6379, decode_responses=True)


def names(event):
    path = event["pathParameters"]
    return path["user"], path.get("other")


def key(user):
    return f"follows:{user}"


def no_content():
    return {"statusCode": 204}


def follow(event, context):
    user, other = names(event)
    if user == other:
        return {"statusCode": 400, "body": "nobody follows themselves"}
    r.sadd(key(user), other)
    return no_content()


def unfollow(event, context):
    user, other = names(event)
    r.srem(key(user), other)
    return no_content()


def following(event, context):
    user, _ = names(event)
    return {"statusCode": 200, "body": json.dumps(sorted(r.smembers(key(user))))}
