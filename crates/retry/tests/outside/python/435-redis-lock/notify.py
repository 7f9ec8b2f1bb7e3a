import json
import logging
import os

import httpx
import redis

logger = logging.getLogger()
cache = redis.Redis.from_url(os.environ["REDIS_URL"])
http = httpx.Client(timeout=5.0)


def acquire(message_id: str) -> bool:
    return bool(cache.set(f"seen:{message_id}", "1", nx=True, ex=86_400))


def push(user, text):
    http.post(
        os.environ["PUSH_URL"],
        json={"user": user, "text": text},
        headers={"Authorization": f"Bearer {os.environ.get('PUSH_TOKEN', '')}"},
    ).raise_for_status()


def notify(event, context):
    for record in event["Records"]:
        if not acquire(record["messageId"]):
            logger.info("duplicate %s", record["messageId"])
            continue
        message = json.loads(record["body"])
        push(message["user"], message["text"])
