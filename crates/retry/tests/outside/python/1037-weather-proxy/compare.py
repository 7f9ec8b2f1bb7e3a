import asyncio
import json
import os

import httpx

URL = "https://weather.example.com/v2/now"


async def temperature(client: httpx.AsyncClient, city: str) -> float:
    answer = await client.get(URL, params={"q": city, "key": os.environ["WEATHER_KEY"]})
    answer.raise_for_status()
    return answer.json()["main"]["temp"]


async def temperatures(cities: list) -> list:
    async with httpx.AsyncClient(timeout=5) as client:
        return await asyncio.gather(*(temperature(client, city) for city in cities))


def handler(event, context):
    cities = event["queryStringParameters"]["cities"].split(",")
    found = asyncio.run(temperatures(cities))
    return {"statusCode": 200, "body": json.dumps(dict(zip(cities, found)))}
