import os

import redis

r = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
DAY = 24 * 3600


def first_time(event_id: str) -> bool:
    """True for the first delivery of an event."""
    return bool(r.set(f"handled:{event_id}", "1", nx=True, ex=DAY))
