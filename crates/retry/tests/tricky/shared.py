# Handlers that change objects which lie in several containers, under keys that are not known, or
# that gather values which may be equal: the change shows wherever the object lies. Names say
# how the object is reached.

import uuid
from collections import Counter, defaultdict, deque

import boto3

queue = boto3.client("sqs")
table = boto3.resource("dynamodb").Table("items")


def send(text):
    queue.send_message(QueueUrl="https://queue", MessageBody=text)


def put(identifier):
    table.put_item(Item={"id": identifier})


def made(event):
    return [{"id": i["id"], "n": 0} for i in event["items"]]


# unsafe: plain
def plain(event, context):
    groups = defaultdict(list)
    for item in event["items"]:
        groups[item["k"]].append(item)
    for k, group in groups.items():
        send(k)


# unsafe: inner
# today unknown
def inner(event, context):
    groups = defaultdict(list)
    for item in event["items"]:
        groups[item["k"]].append(item)
    for k, group in groups.items():
        for item in group:
            send(item["id"])


# unsafe: inner if
# today unknown
def inner_if(event, context):
    groups = defaultdict(list)
    for item in event["items"]:
        groups[item["k"]].append(item)
    for k, group in groups.items():
        for item in group:
            if item["due"]:
                send(item["id"])


# unsafe: made rows
# today unknown
def made_rows(event, context):
    groups = defaultdict(list)
    for item in event["items"]:
        groups[item["k"]].append({"id": item["id"], "due": item["km"] > 3})
    for k, group in groups.items():
        for item in group:
            if item["due"]:
                send(item["id"])


# unsafe: default
# today unknown
def default(event, context):
    groups = {}
    for item in event["items"]:
        groups.setdefault(item["k"], []).append({"id": item["id"], "due": item["km"] > 3})
    for k, group in groups.items():
        for item in group:
            if item["due"]:
                send(item["id"])


# unsafe: checked
# today unknown
def checked(event, context):
    groups = {}
    for item in event["items"]:
        if item["k"] not in groups:
            groups[item["k"]] = []
        groups[item["k"]].append({"id": item["id"], "due": item["km"] > 3})
    for k, group in groups.items():
        for item in group:
            if item["due"]:
                send(item["id"])


# unsafe: of one
def of_one(event, context):
    groups = {}
    for item in event["items"]:
        groups.setdefault(item["k"], []).append(item["id"])
    for x in groups.get("a", []):
        send(x)


# unsafe: in set
def in_set(event, context):
    if "x" in {event["id"], event["other"]}:
        send("x")


# unsafe: in set added
def in_set_added(event, context):
    seen = set()
    seen.add(event["id"])
    if event["other"] in seen:
        send("x")


# unsafe: in set made
def in_set_made(event, context):
    seen = set([event["id"], event["b"]])
    if "x" in seen:
        send("x")


# unsafe: in list
def in_list(event, context):
    if "x" in [event["id"], event["other"]]:
        send("x")


# unsafe: in tuple
def in_tuple(event, context):
    if event["k"] in (event["id"], event["other"]):
        send("x")


# unsafe: in dict
def in_dict(event, context):
    d = {event["id"]: 1}
    if "x" in d:
        send("x")


# unsafe: get dict
# today unknown
def get_dict(event, context):
    d = {event["id"]: 1}
    if d.get("x"):
        send("x")


# unsafe: get dict two
# today unknown
def get_dict_two(event, context):
    d = {event["id"]: 1, event["other"]: 2}
    if d.get("x") == 1:
        send("x")


# unsafe: len set
def len_set(event, context):
    if len({event["id"], event["other"]}) == 1:
        send("x")


# unsafe: inter
# today unknown
def inter(event, context):
    if {event["id"]} & {"x"}:
        send("x")


# unsafe: eq
# today unknown
def eq(event, context):
    if {event["id"], event["other"]} == {"x", "y"}:
        send("x")


# unsafe: discard
# today unknown
def discard(event, context):
    s = {event["id"], "y"}
    s.discard("y")
    if not s:
        send("x")


# unsafe: remove then
# today unknown
def remove_then(event, context):
    d = {event["id"]: 1, "y": 2}
    d.pop("y", None)
    if not d:
        send("x")


# unsafe: counter
# today unknown
def counter(event, context):
    c = Counter(event["items"])
    if c["x"] > 1:
        send("x")


# unsafe: counter loop
def counter_loop(event, context):
    c = Counter()
    for i in event["items"]:
        c[i] += 1
    for k, n in c.items():
        if n > 1:
            send(k)


# unsafe: default int
def default_int(event, context):
    c = defaultdict(int)
    for i in event["items"]:
        c[i] += 1
    for k, n in c.items():
        if n > 1:
            send(k)


# unsafe: default int field
# today unknown
def default_int_field(event, context):
    c = defaultdict(float)
    for i in event["items"]:
        c[i["k"]] += i["n"]
    for k, n in c.items():
        if n > 1:
            send(k)


# unsafe: default set
# today unknown
def default_set(event, context):
    c = defaultdict(set)
    for i in event["items"]:
        c[i["k"]].add(i["n"])
    for k, n in c.items():
        if len(n) > 1:
            send(k)


# unsafe: default dict
def default_dict(event, context):
    c = defaultdict(dict)
    for i in event["items"]:
        c[i["k"]][i["n"]] = 1
    for k, n in c.items():
        send(k)


# unsafe: default lambda
def default_lambda(event, context):
    c = defaultdict(lambda: {"n": 0})
    for i in event["items"]:
        c[i["k"]]["n"] += 1
    for k, n in c.items():
        send(k)


# unsafe: default one
def default_one(event, context):
    c = defaultdict(list)
    c[event["k"]].append(1)
    if c:
        send("k")


# unsafe: default one values
def default_one_values(event, context):
    c = defaultdict(list)
    c[event["k"]].append(1)
    for v in c.values():
        send("k")


# unsafe: nested dict
def nested_dict(event, context):
    c = {}
    for i in event["items"]:
        c[i["k"]] = {}
    for i in event["items"]:
        c[i["k"]]["n"] = 1
    for k, n in c.items():
        if n.get("n"):
            send(k)


# unsafe: nested one
# today unknown
def nested_one(event, context):
    c = {event["k"]: {}}
    c[event["j"]]["n"] = 1
    if c[event["k"]].get("n"):
        send("x")


# unsafe: list item
# today unknown
def list_item(event, context):
    c = [{"n": 0}, {"n": 0}]
    c[event["i"]]["n"] = 1
    if c[0]["n"]:
        send("x")


# unsafe: list item append
# today unknown
def list_item_append(event, context):
    c = [[], []]
    c[event["i"]].append(1)
    if c[0]:
        send("x")


# unsafe: next changed
# today unknown
def next_changed(event, context):
    rows = made(event)
    next(r for r in rows if r["id"] == "a")["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: first changed
def first_changed(event, context):
    rows = made(event)
    rows[0]["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: last changed
def last_changed(event, context):
    rows = made(event)
    rows[-1]["n"] = 1
    if any(r["n"] for r in rows):
        send("x")


# unsafe: sliced changed
# today unknown
def sliced_changed(event, context):
    rows = made(event)
    for r in rows[:2]:
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: sorted changed
# today unknown
def sorted_changed(event, context):
    rows = made(event)
    for r in sorted(rows, key=lambda r: r["id"]):
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: reversed changed
# today unknown
def reversed_changed(event, context):
    rows = made(event)
    for r in reversed(rows):
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: filtered changed
def filtered_changed(event, context):
    rows = made(event)
    for r in [r for r in rows if r["id"] == "a"]:
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: zip changed
# today unknown
def zip_changed(event, context):
    rows = made(event)
    for r, i in zip(rows, event["items"]):
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: enum changed
# today unknown
def enum_changed(event, context):
    rows = made(event)
    for k, r in enumerate(rows):
        r["n"] = k
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: max changed
# today unknown
def max_changed(event, context):
    rows = made(event)
    max(rows, key=lambda r: r["id"])["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: index of
def index_of(event, context):
    by = {r["id"]: r for r in made(event)}
    by[event["x"]]["n"] = 1
    for r in by.values():
        if r["n"]:
            send(r["id"])


# unsafe: index shared
# today unknown
def index_shared(event, context):
    rows = made(event)
    by = {r["id"]: r for r in rows}
    by[event["x"]]["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: values changed
def values_changed(event, context):
    by = {r["id"]: r for r in made(event)}
    for r in by.values():
        r["n"] = 1
    if by[event["x"]]["n"]:
        send("x")


# unsafe: shared loop
# today unknown
def shared_loop(event, context):
    rows = made(event)
    by = {r["id"]: r for r in rows}
    for u in event["updates"]:
        r = by.get(u["id"])
        if r:
            r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: fresh shared
# today unknown
def fresh_shared(event, context):
    rows = made(event)
    by = {r["id"]: r for r in rows}
    by[event["x"]]["id"] = str(uuid.uuid4())
    for r in rows:
        put(r["id"])


# unsafe: copied shallow
def copied_shallow(event, context):
    rows = made(event)
    for r in list(rows):
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send(r["id"])


# unsafe: dict copy
def dict_copy(event, context):
    d = {"a": {"n": 0}}
    e = d.copy()
    e["a"]["n"] = 1
    if d["a"]["n"]:
        send("x")


# unsafe: two lists
def two_lists(event, context):
    x = {"n": 0}
    a = [x]
    b = [x]
    a[0]["n"] = 1
    if b[0]["n"]:
        send("x")


# unsafe: param
def param(event, context):
    rows = made(event)
    def change(r):
        r["n"] = 1
    for r in rows:
        change(r)
    if any(r["n"] for r in rows):
        send("x")


# unsafe: map changed
def map_changed(event, context):
    rows = made(event)
    def change(r):
        r["n"] = 1
        return r
    list(map(change, rows))
    if any(r["n"] for r in rows):
        send("x")


# unsafe: deque pop
def deque_pop(event, context):
    rows = deque(made(event))
    r = rows.popleft()
    r["n"] = 1
    if r["n"]:
        send("x")


# unsafe: same in list
def same_in_list(event, context):
    x = {"n": 0}
    rows = [x for i in event["items"]]
    x["n"] = 1
    for r in rows:
        if r["n"]:
            send("x")


# unsafe: same appended
def same_appended(event, context):
    rows = []
    for i in event["items"]:
        r = {"id": i["id"], "n": 0}
        rows.append(r)
        r["n"] = 1
    for r in rows:
        if r["n"]:
            send("x")


# unsafe: last kept
# today unknown
def last_kept(event, context):
    rows = []
    r = {"n": 0}
    for i in event["items"]:
        r = {"id": i["id"], "n": 0}
        rows.append(r)
    r["n"] = 1
    for r in rows:
        if r["n"]:
            send("x")


# unsafe: append then change
def append_then_change(event, context):
    rows = []
    current = None
    for i in event["items"]:
        if current is None or current["k"] != i["k"]:
            current = {"k": i["k"], "n": 0}
            rows.append(current)
        current["n"] += 1
    for r in rows:
        if r["n"] > 0:
            send(r["k"])


# unsafe: chunk
def chunk(event, context):
    chunks = [[]]
    for i in event["items"]:
        if len(chunks[-1]) >= 10:
            chunks.append([])
        chunks[-1].append(i["id"])
    for c in chunks:
        for x in c:
            send(x)


# unsafe: nested append
# today unknown
def nested_append(event, context):
    rows = [{"id": i["id"], "subs": []} for i in event["items"]]
    by = {r["id"]: r for r in rows}
    for s in event["subs"]:
        by[s["id"]]["subs"].append(s)
    for r in rows:
        for s in r["subs"]:
            send(s["x"])


# unsafe: nested append fresh
def nested_append_fresh(event, context):
    rows = [{"id": i["id"], "subs": []} for i in event["items"]]
    for r in rows:
        r["subs"].append(str(uuid.uuid4()))
    for r in rows:
        for s in r["subs"]:
            put(s)


# unsafe: setdefault fresh
def setdefault_fresh(event, context):
    groups = {}
    for i in event["items"]:
        groups.setdefault(i["k"], []).append(str(uuid.uuid4()))
    for k, g in groups.items():
        put(g[0])


# unsafe: setdefault dict
def setdefault_dict(event, context):
    groups = {}
    for i in event["items"]:
        groups.setdefault(i["k"], {})["id"] = str(uuid.uuid4())
    for k, g in groups.items():
        put(g["id"])


# safe: setdefault stable, all of which the request says
def setdefault_stable(event, context):
    groups = {}
    for i in event["items"]:
        groups.setdefault(i["k"], []).append(i["id"])
    for k, g in groups.items():
        table.put_item(Item={"id": k, "all": g})


# safe: default stable, all of which the request says
def default_stable(event, context):
    groups = defaultdict(list)
    for i in event["items"]:
        groups[i["k"]].append(i["id"])
    for k, g in groups.items():
        table.put_item(Item={"id": k, "all": g})


# safe: default sum stable, all of which the request says
def default_sum_stable(event, context):
    groups = defaultdict(int)
    for i in event["items"]:
        groups[i["k"]] += i["n"]
    for k, g in groups.items():
        table.put_item(Item={"id": k, "all": g})
