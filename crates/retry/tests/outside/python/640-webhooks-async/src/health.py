import asyncio
import os

import httpx

HOOKS = [url.strip() for url in os.environ["HOOKS"].split(",")]


async def probe(client, url):
    try:
        response = await client.get(url)
    except httpx.HTTPError:
        return url, None
    return url, response.status_code


async def probe_all():
    async with httpx.AsyncClient(timeout=2) as client:
        return await asyncio.gather(*[probe(client, url) for url in HOOKS])


def handler(event, context):
    return {url: status for url, status in asyncio.run(probe_all())}
