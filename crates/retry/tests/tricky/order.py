# What runs at the same time comes to its end in any order. The comment above each handler says
# what is true of it alone.

import asyncio
import concurrent.futures
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

import boto3

items = boto3.resource("dynamodb").Table("items")
settings = boto3.resource("dynamodb").Table("settings")


def read(key):
    return settings.get_item(Key={"id": key})["Item"]


# unsafe: the key tells which came first
# today unknown
def appended(event, context):
    names = []

    async def add(key):
        found = await asyncio.to_thread(read, key)
        names.append(found["name"])

    async def work():
        await asyncio.gather(*[add(key) for key in event["ids"]])

    asyncio.run(work())
    items.put_item(Item={"id": "-".join(names)})


# safe: results by position
def by_position(event, context):
    async def find(key):
        found = await asyncio.to_thread(read, key)
        return found["name"]

    async def work():
        return await asyncio.gather(*[find(key) for key in event["ids"]])

    names = asyncio.run(work())
    items.put_item(Item={"id": "-".join(names)})


# safe: one after the other
def one_by_one(event, context):
    names = []

    async def add(key):
        found = await asyncio.to_thread(read, key)
        names.append(found["name"])

    async def work():
        for key in event["ids"]:
            await add(key)

    asyncio.run(work())
    items.put_item(Item={"id": "-".join(names)})


# unsafe: the same with threads
# today unknown
def appended_in_threads(event, context):
    names = []

    def add(key):
        names.append(read(key)["name"])

    with ThreadPoolExecutor() as pool:
        for key in event["ids"]:
            pool.submit(add, key)
    items.put_item(Item={"id": "-".join(names)})


# safe: written as a whole
def appended_content(event, context):
    names = []

    def add(key):
        names.append(read(key)["name"])

    with ThreadPoolExecutor() as pool:
        for key in event["ids"]:
            pool.submit(add, key)
    items.put_item(Item={"id": event["id"], "names": names})


# unsafe: whoever is ready first comes first
# today unknown
def completed(event, context):
    with ThreadPoolExecutor() as pool:
        tasks = [pool.submit(read, key) for key in event["ids"]]
        names = [task.result()["name"] for task in as_completed(tasks)]
    items.put_item(Item={"id": "-".join(names)})


# safe: whoever is ready first is written first
def completed_and_written(event, context):
    with ThreadPoolExecutor() as pool:
        tasks = [pool.submit(read, key) for key in event["ids"]]
        for task in concurrent.futures.as_completed(tasks):
            found = task.result()
            items.put_item(Item={"id": found["name"]})


# safe: in the order of the tasks
def in_order(event, context):
    with ThreadPoolExecutor() as pool:
        tasks = [pool.submit(read, key) for key in event["ids"]]
        names = [task.result()["name"] for task in tasks]
    items.put_item(Item={"id": "-".join(names)})


# safe: a pool gives results by position
def mapped(event, context):
    with ThreadPoolExecutor() as pool:
        names = [found["name"] for found in pool.map(read, event["ids"])]
    items.put_item(Item={"id": "-".join(names)})


# unsafe: but runs in any order
# today unknown
def appended_by_map(event, context):
    names = []

    def add(key):
        names.append(read(key)["name"])

    with ThreadPoolExecutor() as pool:
        list(pool.map(add, event["ids"]))
    items.put_item(Item={"id": "-".join(names)})


# unsafe: the last one wins
# today unknown
def last_wins(event, context):
    last = {"name": "none"}

    def find(key):
        last["name"] = read(key)["name"]

    with ThreadPoolExecutor() as pool:
        for key in event["ids"]:
            pool.submit(find, key)
    items.put_item(Item={"id": last["name"]})


# safe: each under its own key
def under_keys(event, context):
    found = {}

    def find(key):
        found[key] = read(key)

    with ThreadPoolExecutor() as pool:
        for key in event["ids"]:
            pool.submit(find, key)
    items.put_item(Item={"id": event["id"], "found": found})


# unsafe: two threads that are named
# today unknown
def two_threads(event, context):
    names = []

    def add(key):
        names.append(read(key)["name"])

    first = threading.Thread(target=add, args=("a",))
    second = threading.Thread(target=add, args=("b",))
    first.start()
    second.start()
    first.join()
    second.join()
    items.put_item(Item={"id": "-".join(names)})


# unsafe: a task may be at its end or not
# today unknown
def not_awaited(event, context):
    found = {}

    async def load():
        found["mode"] = (await asyncio.to_thread(read, "mode"))["name"]

    async def work():
        task = asyncio.create_task(load())
        await asyncio.sleep(1)
        items.put_item(Item={"id": event["id"], "mode": found.get("mode")})
        items.put_item(Item={"id": str(found.get("mode"))})
        await task

    asyncio.run(work())


# unsafe: what was done, in any order
# today unknown
def waited(event, context):
    with ThreadPoolExecutor() as pool:
        tasks = [pool.submit(read, key) for key in event["ids"]]
        done, _ = concurrent.futures.wait(tasks)
        names = [task.result()["name"] for task in done]
    items.put_item(Item={"id": "-".join(names)})
