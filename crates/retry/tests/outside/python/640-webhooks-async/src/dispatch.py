import asyncio
import json
import os

import httpx

HOOKS = [url.strip() for url in os.environ["HOOKS"].split(",")]


async def deliver(records, keyed):
    async with httpx.AsyncClient(timeout=5) as client:
        async def post(url, record):
            headers = {"Idempotency-Key": f"{record['messageId']}"} if keyed else {}
            await client.post(url, json=json.loads(record["body"]), headers=headers)

        await asyncio.gather(*(post(url, record) for record in records for url in HOOKS))


def handler(event, context):
    asyncio.run(deliver(event["Records"], keyed=False))


def keyed(event, context):
    asyncio.run(deliver(event["Records"], keyed=True))
