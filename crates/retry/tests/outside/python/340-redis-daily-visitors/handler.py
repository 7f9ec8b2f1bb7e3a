import json
import os
from datetime import datetime

import redis

store = redis.Redis(host=os.environ["REDIS_HOST"], decode_responses=True)


def day_of(timestamp):
    return datetime.fromisoformat(timestamp.replace("Z", "+00:00")).strftime("%Y-%m-%d")


def visit(event, context):
    for record in event["Records"]:
        sns = record["Sns"]
        view = json.loads(sns["Message"])
        day = day_of(sns["Timestamp"])
        store.sadd(f"visitors:{day}", view["user"])
        store.hset(f"user:{view['user']}", "last_page", view["page"])
