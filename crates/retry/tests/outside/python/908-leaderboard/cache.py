import os

import redis

client = redis.Redis(
    host=os.environ["REDIS_HOST"], port=6379, decode_responses=True, socket_timeout=2
)
