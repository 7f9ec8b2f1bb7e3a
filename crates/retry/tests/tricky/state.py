# What a warm instance keeps: the retry of an attempt runs on the same instance or on a
# new one. The comment above each handler says what is true of it alone.

import collections
import functools
import heapq
import io
import itertools
import pathlib
import random
from collections import Counter, OrderedDict, defaultdict, deque

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


entries = boto3.resource("dynamodb").Table("entries")


def store(event, text):
    entries.put_item(Item={"id": f"{event['id']}-{text}"})


waiting = deque(["a", "b", "c"])


# unsafe: each invocation takes the next one
# today unknown
def taken_from_deque(event, context):
    store(event, waiting.popleft())


turning = deque(["a", "b", "c"])


# unsafe: they take turns
# today unknown
def rotated_deque(event, context):
    turning.rotate(1)
    store(event, turning[0])


seen_ids = deque()


# unsafe: a deque grows
# today unknown
def growing_deque(event, context):
    seen_ids.append(event["id"])
    store(event, len(seen_ids))


counted = Counter()


# unsafe: a counter counts
# today unknown
def counted_by_counter(event, context):
    counted["calls"] += 1
    store(event, counted["calls"])


updated = Counter()


# unsafe: so it does by a method
# today unknown
def updated_counter(event, context):
    updated.update([event["id"]])
    store(event, sum(updated.values()))


ordered = OrderedDict([("a", 1), ("b", 2)])


# unsafe: the first one moves to the end
# today unknown
def moved_to_end(event, context):
    first = next(iter(ordered))
    ordered.move_to_end(first)
    store(event, first)


popped = OrderedDict([("a", 1), ("b", 2)])


# unsafe: one is taken out
# today unknown
def popped_item(event, context):
    store(event, popped.popitem()[0])


grouped = defaultdict(list)


# unsafe: groups grow
# today unknown
def growing_groups(event, context):
    grouped["all"].append(event["id"])
    store(event, len(grouped["all"]))


tallied = defaultdict(int)


# unsafe: so do numbers
# today unknown
def growing_tally(event, context):
    tallied["all"] += 1
    store(event, tallied["all"])


buffer = bytearray(b"")


# unsafe: bytes are appended
# today unknown
def growing_bytes(event, context):
    buffer.append(65)
    store(event, buffer.decode())


extended = bytearray(b"")


# unsafe: so they are by +=
# today unknown
def extended_bytes(event, context):
    extended.extend(b"a")
    store(event, len(extended))


output = io.StringIO()


# unsafe: a text is written to
# today unknown
def growing_text(event, context):
    output.write("a")
    store(event, output.getvalue())


cycle = itertools.cycle(["a", "b"])


# unsafe: the next of a cycle
# today unknown
def next_of_cycle(event, context):
    store(event, next(cycle))


lots = random.Random(42)


# unsafe: lots that are drawn one after the other
# today unknown
def seeded_lots(event, context):
    store(event, lots.random())


heap = ["a", "b", "c"]


# unsafe: the smallest is taken out
# today unknown
def smallest_of_heap(event, context):
    store(event, heapq.heappop(heap))


queue = ["a", "b", "c"]


# unsafe: the last is taken out
# today unknown
def taken_from_list(event, context):
    store(event, queue.pop())


mirrored = ["a", "b"]


# unsafe: turned around each time
# today unknown
def turned_around(event, context):
    mirrored.reverse()
    store(event, mirrored[0])


inserted = []


# unsafe: a list grows at its front
# today unknown
def growing_front(event, context):
    inserted.insert(0, event["id"])
    store(event, len(inserted))


removed = {"a": 1, "b": 2}


# unsafe: what is popped is gone
# today unknown
def popped_key(event, context):
    store(event, removed.pop("a", "gone"))


members = {"a", "b"}


# unsafe: so it is in a set
# today unknown
def discarded_member(event, context):
    before = len(members)
    members.discard("a")
    store(event, before)


defaults = {}


# unsafe: whoever comes first says what it is
# today unknown
def set_default(event, context):
    store(event, defaults.setdefault("mode", event["mode"]))


def collect(value, into=[]):
    into.append(value)
    return into


# unsafe: a default is made once
# today unknown
def mutable_default(event, context):
    store(event, len(collect(event["id"])))


def numbered():
    numbered.n = getattr(numbered, "n", 0) + 1
    return numbered.n


# unsafe: a function keeps its number
# today unknown
def counted_by_function(event, context):
    store(event, numbered())


chained = collections.ChainMap({})


# unsafe: what one invocation sets the next one has
# today unknown
def chained_maps(event, context):
    if event.get("mode"):
        chained["mode"] = event["mode"]
    store(event, chained.get("mode"))


# unsafe: the system draws it
def drawn_by_system(event, context):
    with open("/dev/urandom", "rb") as source:
        drawn = source.read(8).hex()
    entries.put_item(Item={"id": drawn})


# unsafe: how long the machine runs
def uptime(event, context):
    store(event, pathlib.Path("/proc/uptime").read_text())


# unsafe: each machine has its own name
def name_of_machine(event, context):
    with open("/etc/hostname") as source:
        store(event, source.read())
