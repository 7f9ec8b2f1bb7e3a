# What a warm instance keeps: the retry of an attempt runs on the same instance or on a
# new one. The comment above each handler says what is true of it alone.

import functools
import itertools

import boto3

items = boto3.resource("dynamodb").Table("items")
settings_table = boto3.resource("dynamodb").Table("settings")

numbers = itertools.count()


# unsafe: every call on one instance gets the next number
# today unknown
def next_number(event, context):
    items.put_item(Item={"id": f"{event['id']}-{next(numbers)}"})


colours = itertools.cycle(["red", "green"])


# unsafe: or the next colour
# today unknown
def next_colour(event, context):
    items.put_item(Item={"id": event["id"] + next(colours)})


def remember(id, known=[]):
    known.append(id)
    return len(known)


# unsafe: a default is made once
# today unknown
def mutable_default(event, context):
    items.put_item(Item={"id": event["id"], "n": remember(event["id"])})


def first_time(id, known={}):
    if id in known:
        return False
    known[id] = True
    return True


# unsafe: a warm instance skips what an attempt that failed has not done
# today unknown
def dictionary_as_default(event, context):
    if first_time(event["id"]):
        items.put_item(Item={"id": event["id"], "state": "new"})


cache = {}


# unsafe: what was read is kept by one instance and read again by another
def cached_read(event, context):
    if "total" not in cache:
        cache["total"] = items.get_item(Key={"id": "total"})["Item"]
    before = cache["total"]
    items.put_item(Item={"id": "total", "n": event["n"]})
    items.put_item(Item={"id": event["id"], "before": before["n"]})


@functools.lru_cache(maxsize=None)
def total():
    return items.get_item(Key={"id": "total"})["Item"]["n"]


# unsafe: the same with a decorator
def cached_function(event, context):
    before = total()
    items.put_item(Item={"id": "total", "n": event["n"]})
    items.put_item(Item={"id": event["id"], "before": before})


rows = (row for row in ["a", "b", "c"])


# unsafe: a generator goes on where it stands
# today unknown
def next_row(event, context):
    items.put_item(Item={"id": event["id"] + next(rows)})


table = None


# safe: a client that is made once
def client_once(event, context):
    global table
    if table is None:
        table = boto3.resource("dynamodb").Table("items")
    table.put_item(Item={"id": event["id"], "state": "new"})


# safe: a default that nobody changes
def constant_default(event, context, states=("new", "old")):
    items.put_item(Item={"id": event["id"], "state": states[0]})


@functools.lru_cache
def settings():
    return settings_table.get_item(Key={"id": "all"})["Item"]


# safe: what nobody writes is the same whoever reads it
def cached_settings(event, context):
    items.put_item(Item={"id": event["id"], "mode": settings()["mode"]})


# safe: a counter of this call alone
def own_counter(event, context):
    count = itertools.count(1)
    items.put_item(Item={"id": event["id"], "first": next(count), "second": next(count)})


begun = False


# unsafe: a warm instance skips what an attempt that failed has not done
# today unknown
def flag(event, context):
    global begun
    if begun:
        return "busy"
    begun = True
    items.put_item(Item={"id": event["id"], "state": "new"})
    return "done"
