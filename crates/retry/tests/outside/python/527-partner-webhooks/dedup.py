import os

import redis

client = redis.Redis.from_url(os.environ["REDIS_URL"])


def first_time(message_id: str) -> bool:
    return bool(client.set(f"seen:{message_id}", "1", nx=True, ex=3600))
