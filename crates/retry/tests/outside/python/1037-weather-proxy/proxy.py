import functools
import json
import os

import redis
import requests

cache = redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
LIMIT = 100


def fetch(city: str) -> dict:
    answer = requests.get(
        "https://weather.example.com/v2/now",
        params={"q": city, "key": os.environ["WEATHER_KEY"]},
        timeout=5,
    )
    answer.raise_for_status()
    return {"celsius": answer.json()["main"]["temp"]}


def rate_limited(view):
    @functools.wraps(view)
    def wrapper(event, context):
        client = event["headers"]["x-api-key"]
        used = cache.incr(f"used:{client}")
        if used > LIMIT:
            return {"statusCode": 429, "body": json.dumps({"error": "too many requests"})}
        return view(event, context)

    return wrapper


@rate_limited
def limited(event, context):
    city = event["pathParameters"]["city"].lower()
    return {"statusCode": 200, "body": json.dumps(fetch(city))}


def open_(event, context):
    city = event["pathParameters"]["city"].lower()
    return {"statusCode": 200, "body": json.dumps(fetch(city))}
