# Handlers whose objects of their own classes lie in lists, dictionaries and other containers
# of unknown length: they keep their properties, methods and class. What decides whether a
# message goes out, or draws a name, stands in a member that is not a field of the object.

import asyncio
import functools
import itertools
import uuid
from collections import defaultdict, deque, namedtuple
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

import boto3

table = boto3.resource("dynamodb").Table("items")
queue = boto3.client("sqs")


def send(text):
    queue.send_message(QueueUrl="https://queue", MessageBody=text)


def put(identifier):
    table.put_item(Item={"id": identifier})


def count(identifier):
    table.update_item(
        Key={"id": identifier},
        UpdateExpression="ADD n :one",
        ExpressionAttributeValues={":one": 1},
    )


class Vehicle:
    KIND = "truck"

    def __init__(self, id, km):
        self.id = id
        self.km = km

    @property
    def due(self):
        return self.km > 15000

    @property
    def fresh(self):
        return f"{self.id}-{uuid.uuid4()}"

    @property
    def key(self):
        return f"vehicle#{self.id}"

    @property
    def metres(self):
        return self.km * 1000

    @cached_property
    def kept(self):
        return self.km > 15000

    def is_due(self):
        return self.km > 15000

    def tell(self):
        send(self.id)

    def get(self, name):
        send(name)
        return self.id

    @classmethod
    def of(cls, item):
        return cls(item["id"], item["km"])


class Electric(Vehicle):
    KIND = "electric"


class Flagged:
    def __init__(self, km):
        self.km = km

    def __bool__(self):
        return self.km > 15000


@dataclass
class Data:
    id: str
    km: int = 0

    @property
    def due(self):
        return self.km > 15000


@dataclass(frozen=True)
class Nested:
    id: str
    vehicle: Vehicle


@dataclass
class Marked:
    id: str
    km: int
    due: bool = field(init=False)

    def __post_init__(self):
        self.due = self.km > 15000


class Named(NamedTuple):
    id: str
    km: int

    @property
    def due(self):
        return self.km > 15000


class State(Enum):
    NEW = "new"
    OLD = "old"

    @property
    def final(self):
        return self is State.OLD


def vehicles(event, kind=Vehicle):
    return [kind(item["id"], item["km"]) for item in event["items"]]


# unsafe: a property decides whether a message goes out
def property_in_list(event, context):
    for vehicle in vehicles(event):
        if vehicle.due:
            send(vehicle.id)


# unsafe: the opposite of the same property
def property_negated(event, context):
    for vehicle in vehicles(event):
        if not vehicle.due:
            send(vehicle.id)


# unsafe: a property of a dataclass
def dataclass_in_list(event, context):
    for vehicle in vehicles(event, Data):
        if vehicle.due:
            send(vehicle.id)


# unsafe: a property of a named tuple
def named_tuple_in_list(event, context):
    for vehicle in vehicles(event, Named):
        if vehicle.due:
            send(vehicle.id)


# unsafe: an inherited property
def inherited_property(event, context):
    for vehicle in vehicles(event, Electric):
        if vehicle.due:
            send(vehicle.id)


# unsafe: a property that is computed once
def cached_in_list(event, context):
    for vehicle in vehicles(event):
        if vehicle.kept:
            send(vehicle.id)


# unsafe: a field that is computed where the object is made
def field_of_post_init(event, context):
    for vehicle in vehicles(event, Marked):
        if vehicle.due:
            send(vehicle.id)


# unsafe: the property's name is a text
def getattr_in_list(event, context):
    for vehicle in vehicles(event):
        if getattr(vehicle, "due"):
            send(vehicle.id)


# unsafe: each object has it
def hasattr_in_list(event, context):
    for vehicle in vehicles(event):
        if hasattr(vehicle, "due"):
            send(vehicle.id)


# unsafe: each object has the attribute of its class
def hasattr_of_class(event, context):
    for vehicle in vehicles(event):
        if hasattr(vehicle, "KIND"):
            send(vehicle.id)


# unsafe: a property that is a number
def numeric_property(event, context):
    for vehicle in vehicles(event):
        if vehicle.metres > 15:
            send(vehicle.id)


# unsafe: a property that is a text
def text_property(event, context):
    for vehicle in vehicles(event):
        if vehicle.key == "vehicle#3":
            send(vehicle.id)


# unsafe: an attribute of the class
def class_attribute(event, context):
    for vehicle in vehicles(event):
        if vehicle.KIND == "truck":
            send(vehicle.id)


# safe: the class says another kind, so nothing goes out
def class_attribute_differs(event, context):
    for vehicle in vehicles(event, Electric):
        if vehicle.KIND == "truck":
            send(vehicle.id)


# unsafe: each object is an instance of its class
def isinstance_in_list(event, context):
    for vehicle in vehicles(event):
        if isinstance(vehicle, Vehicle):
            send(vehicle.id)


# safe: no object is an instance of the other class
def isinstance_of_other(event, context):
    for vehicle in vehicles(event):
        if isinstance(vehicle, Electric):
            send(vehicle.id)


# unsafe: the class of the object
def type_in_list(event, context):
    for vehicle in vehicles(event):
        if type(vehicle) is Vehicle:
            send(vehicle.id)


# unsafe: the name of the class of the object
def name_of_type(event, context):
    for vehicle in vehicles(event):
        if type(vehicle).__name__ == "Vehicle":
            send(vehicle.id)


# unsafe: a pattern of the class
def matched_class(event, context):
    for vehicle in vehicles(event):
        match vehicle:
            case Vehicle():
                send(vehicle.id)


# unsafe: the property draws a name
def fresh_property(event, context):
    for vehicle in vehicles(event):
        put(vehicle.fresh)


# safe: the property is a function of the object
def stable_property(event, context):
    for vehicle in vehicles(event):
        put(vehicle.key)


# unsafe: a method decides
def method_in_list(event, context):
    for vehicle in vehicles(event):
        if vehicle.is_due():
            send(vehicle.id)


# unsafe: the method has an effect
def telling_method(event, context):
    for vehicle in vehicles(event):
        vehicle.tell()


# unsafe: a method that is called like one of dictionaries
def method_named_get(event, context):
    for vehicle in vehicles(event):
        put(vehicle.get("x"))


# unsafe: a method of the class makes the objects
def made_by_class_method(event, context):
    for vehicle in [Vehicle.of(item) for item in event["items"]]:
        if vehicle.due:
            send(vehicle.id)


# unsafe: the objects are appended one by one
def appended(event, context):
    found = []
    for item in event["items"]:
        found.append(Vehicle(item["id"], item["km"]))
    for vehicle in found:
        if vehicle.due:
            send(vehicle.id)


# unsafe: some objects are appended
def appended_where(event, context):
    found = []
    for item in event["items"]:
        vehicle = Vehicle(item["id"], item["km"])
        if vehicle.due:
            found.append(vehicle)
    for vehicle in found:
        if vehicle.KIND:
            send(vehicle.id)


# unsafe: the objects of the list are filtered
def filtered(event, context):
    for vehicle in [vehicle for vehicle in vehicles(event) if vehicle.due]:
        send(vehicle.id)


# unsafe: the objects of the list are filtered by a function
def filtered_by_function(event, context):
    for vehicle in filter(lambda vehicle: vehicle.due, vehicles(event)):
        send(vehicle.id)


# unsafe: one of the objects decides
def any_of_them(event, context):
    if any(vehicle.due for vehicle in vehicles(event)):
        send("one is due")


# unsafe: all objects decide
def all_of_them(event, context):
    if all(vehicle.due for vehicle in vehicles(event)):
        send("all are due")


# unsafe: a sum of a property decides
def sum_of_them(event, context):
    if sum(vehicle.metres for vehicle in vehicles(event)) > 100:
        send("far")


# unsafe: the first one whose property holds
def next_of_them(event, context):
    found = next((vehicle for vehicle in vehicles(event) if vehicle.due), None)
    if found is not None:
        send(found.id)


# unsafe: a generator makes the objects
def generated(event, context):
    def make():
        for item in event["items"]:
            yield Vehicle(item["id"], item["km"])

    for vehicle in make():
        if vehicle.due:
            send(vehicle.id)


# unsafe: `map` makes the objects
def mapped(event, context):
    for vehicle in map(lambda item: Vehicle(item["id"], item["km"]), event["items"]):
        if vehicle.KIND:
            send(vehicle.id)


# unsafe: the objects are sorted
# today unknown
def ordered(event, context):
    for vehicle in sorted(vehicles(event), key=lambda vehicle: vehicle.km):
        if vehicle.due:
            send(vehicle.id)


# unsafe: the objects come in the other direction
# today unknown
def turned(event, context):
    for vehicle in reversed(vehicles(event)):
        if vehicle.due:
            send(vehicle.id)


# unsafe: the objects are numbered
def numbered(event, context):
    for index, vehicle in enumerate(vehicles(event)):
        if vehicle.due:
            send(f"{index} {vehicle.id}")


# unsafe: the objects stand in pairs
def paired(event, context):
    for name, vehicle in [(item["id"], Vehicle(item["id"], item["km"])) for item in event["items"]]:
        if vehicle.due:
            send(name)


# unsafe: the objects stand beside others
# today unknown
def zipped(event, context):
    for item, vehicle in zip(event["items"], vehicles(event)):
        if vehicle.due:
            send(item["id"])


# unsafe: the objects stand behind others
def chained(event, context):
    for vehicle in itertools.chain(vehicles(event), [Vehicle("one", 1)]):
        if vehicle.due:
            send(vehicle.id)


# unsafe: a list is made of two
def added_lists(event, context):
    for vehicle in vehicles(event) + [Vehicle("one", 1)]:
        if vehicle.due:
            send(vehicle.id)


# unsafe: the objects are the items of a queue
def in_deque(event, context):
    for vehicle in deque(vehicles(event)):
        if vehicle.due:
            send(vehicle.id)


# unsafe: some of the objects
def sliced(event, context):
    for vehicle in vehicles(event)[:10]:
        if vehicle.due:
            send(vehicle.id)


# unsafe: the first object
# today unknown
def first_item(event, context):
    if vehicles(event)[0].due:
        send("first")


# unsafe: the last object
# today unknown
def last_item(event, context):
    if vehicles(event)[-1].due:
        send("last")


# unsafe: the name that a property of the first object draws
# today unknown
def fresh_of_first(event, context):
    put(vehicles(event)[0].fresh)


# unsafe: the greatest one
# today unknown
def greatest(event, context):
    if max(vehicles(event), key=lambda vehicle: vehicle.km).due:
        send("greatest")


# unsafe: the property orders them, and the name that it draws is new each time
# today unknown
def ordered_by_fresh(event, context):
    put(min(vehicles(event), key=lambda vehicle: vehicle.fresh).id)


# unsafe: the objects are values of a dictionary
# today unknown
def dictionary_values(event, context):
    found = {item["id"]: Vehicle(item["id"], item["km"]) for item in event["items"]}
    for vehicle in found.values():
        if vehicle.due:
            send(vehicle.id)


# unsafe: the objects are values beside their keys
# today unknown
def dictionary_items(event, context):
    found = {item["id"]: Vehicle(item["id"], item["km"]) for item in event["items"]}
    for name, vehicle in found.items():
        if vehicle.due:
            send(name)


# unsafe: the object under a key
# today unknown
def dictionary_entry(event, context):
    found = {item["id"]: Vehicle(item["id"], item["km"]) for item in event["items"]}
    if found[event["which"]].due:
        send(event["which"])


# unsafe: the object under a key may have a property that draws
# today unknown
def dictionary_entry_draws(event, context):
    found = {}
    for item in event["items"]:
        found[item["id"]] = Vehicle(item["id"], item["km"])
    vehicle = found.get(event["which"])
    if vehicle:
        put(vehicle.fresh)


# unsafe: a method of the object under a key has an effect
# today unknown
def dictionary_entry_tells(event, context):
    found = {item["id"]: Vehicle(item["id"], item["km"]) for item in event["items"]}
    put(found[event["which"]].get("x"))


# unsafe: the objects are grouped
# today unknown
def grouped(event, context):
    groups = defaultdict(list)
    for vehicle in vehicles(event):
        groups[vehicle.km].append(vehicle)
    for km, group in groups.items():
        for vehicle in group:
            if vehicle.due:
                send(vehicle.id)


# unsafe: an object in an object
def nested(event, context):
    for pair in [Nested(item["id"], Vehicle(item["id"], item["km"])) for item in event["items"]]:
        if pair.vehicle.due:
            send(pair.id)


# unsafe: an object in a dictionary in a list
def in_dictionary_in_list(event, context):
    for entry in [{"vehicle": Vehicle(item["id"], item["km"])} for item in event["items"]]:
        if entry["vehicle"].due:
            send(entry["vehicle"].id)


# unsafe: the last object of a loop
# today unknown
def last_of_loop(event, context):
    vehicle = None
    for item in event["items"]:
        vehicle = Vehicle(item["id"], item["km"])
    if vehicle is not None and vehicle.due:
        send("last")


# unsafe: what the last object of a loop draws
# today unknown
def last_of_loop_draws(event, context):
    vehicle = None
    for item in event["items"]:
        vehicle = Vehicle(item["id"], item["km"])
    if vehicle is not None:
        put(vehicle.fresh)


# unsafe: the object of the iteration before
# today unknown
def one_before(event, context):
    before = None
    for item in event["items"]:
        if before is not None and before.due:
            send(item["id"])
        before = Vehicle(item["id"], item["km"])


# unsafe: what the object of the iteration before draws
# today unknown
def one_before_draws(event, context):
    before = None
    for item in event["items"]:
        if before is not None:
            put(before.fresh)
        before = Vehicle(item["id"], item["km"])


# unsafe: the object is what a loop returns
def returned_by_loop(event, context):
    def find():
        for item in event["items"]:
            vehicle = Vehicle(item["id"], item["km"])
            if vehicle.km > 10:
                return vehicle
        return None

    found = find()
    if found is not None and found.due:
        send("found")


# unsafe: the object's truth decides
# today unknown
def truth(event, context):
    for flagged in [Flagged(item["km"]) for item in event["items"]]:
        if flagged:
            send("flagged")


# unsafe: the objects of a scan
def scanned(event, context):
    for vehicle in [Vehicle(row["id"], row["km"]) for row in table.scan()["Items"]]:
        if vehicle.due:
            send(vehicle.id)


# unsafe: a property decides what is counted
def counted(event, context):
    for vehicle in [Vehicle(item["id"], 3) for item in event["items"]]:
        if vehicle.metres:
            count(vehicle.id)


# unsafe: a list in an object
def list_in_object(event, context):
    class Fleet:
        def __init__(self, items):
            self.all = [Vehicle(item["id"], item["km"]) for item in items]

        @property
        def due(self):
            return [vehicle for vehicle in self.all if vehicle.due]

    for vehicle in Fleet(event["items"]).due:
        send(vehicle.id)


# unsafe: members of an enumeration have properties
def enumerated(event, context):
    for state in [State(item["state"]) for item in event["items"]]:
        if state.final:
            send("final")


# unsafe: the objects come out of coroutines
# today unknown
def gathered(event, context):
    async def load(item):
        return Vehicle(item["id"], item["km"])

    async def run():
        for vehicle in await asyncio.gather(*[load(item) for item in event["items"]]):
            if vehicle.due:
                send(vehicle.id)

    asyncio.run(run())


# unsafe: a branch makes one of two objects
def one_of_two(event, context):
    for item in event["items"]:
        vehicle = Electric(item["id"], item["km"]) if item["e"] else Vehicle(item["id"], item["km"])
        if vehicle.KIND == "truck":
            send(vehicle.id)


# unsafe: objects of two classes lie in one list
def of_two_classes(event, context):
    found = []
    for item in event["items"]:
        if item["e"]:
            found.append(Electric(item["id"], item["km"]))
        else:
            found.append(Vehicle(item["id"], item["km"]))
    for vehicle in found:
        if vehicle.KIND == "electric":
            send(vehicle.id)


# unsafe: a loop sets what another reads
# today unknown
def assigned_in_loop(event, context):
    found = vehicles(event)
    for vehicle in found:
        vehicle.km = vehicle.km * 2
    for vehicle in found:
        if vehicle.due:
            send(vehicle.id)


# unsafe: a loop sets what another stores
def assigned_fresh(event, context):
    found = vehicles(event)
    for vehicle in found:
        vehicle.id = str(uuid.uuid4())
    for vehicle in found:
        put(vehicle.id)


# safe: a loop sets what another stores, by what each object is
def assigned_stable(event, context):
    found = vehicles(event)
    for vehicle in found:
        vehicle.id = f"x#{vehicle.id}"
    for vehicle in found:
        put(vehicle.id)


# unsafe: each object has its own number
def counted_by_object(event, context):
    found = vehicles(event)
    for vehicle in found:
        vehicle.km = vehicle.km + 1
    for vehicle in found:
        count(f"{vehicle.km}")


# safe: the dictionary of each object is stored under its own name
def stored_as_dictionary(event, context):
    for vehicle in vehicles(event, Data):
        table.put_item(Item=asdict(vehicle))


# safe: fields of the objects are stored
def stored_fields(event, context):
    rows = [{"id": vehicle.id, "km": vehicle.km} for vehicle in vehicles(event)]
    for row in rows:
        table.put_item(Item=row)


Pair = namedtuple("Pair", "id km")


class Odd:
    KIND = "truck"
    def __init__(self, id, km):
        self.id = id
        self.km = km
    @property
    def due(self):
        return self.km > 15000
    @property
    def fresh(self):
        return str(uuid.uuid4())
    def __str__(self):
        return f"v{uuid.uuid4()}"
    def __eq__(self, other):
        return self.id == other.id
    def __lt__(self, other):
        return self.km < other.km
    def __hash__(self):
        return 1
    def __len__(self):
        return 0
    def __contains__(self, x):
        return True
    def __getitem__(self, k):
        return str(uuid.uuid4())
    def __call__(self):
        send("x")


def odd(event):
    return [Odd(i["id"], i["km"]) for i in event["items"]]


@dataclass
class Order:
    id: str
    lines: list = field(default_factory=list)

    @property
    def total(self):
        return sum(line["n"] for line in self.lines)


# unsafe: an item of a named tuple by its place
def named_index(event, context):
    for p in [Pair(i["id"], i["km"]) for i in event["items"]]:
        if p[1] > 3:
            send(p[0])


# unsafe: the items of a named tuple
def named_unpack(event, context):
    for a, b in [Pair(i["id"], i["km"]) for i in event["items"]]:
        if b > 3:
            send(a)


# unsafe: the text of each object is new
def text_of(event, context):
    for v in odd(event):
        put(str(v))


# unsafe: the text of each object is new
def text_in(event, context):
    for v in odd(event):
        put(f"{v}")


# unsafe: the texts of the objects are new
def joined(event, context):
    put(",".join(str(v) for v in odd(event)))


# unsafe: the texts of the objects are new
def joined_map(event, context):
    put(",".join(map(str, odd(event))))


# unsafe: no object is true
# today unknown
def not_true(event, context):
    for v in odd(event):
        if not v:
            send("x")


# unsafe: each object says what it contains
def contained(event, context):
    for v in odd(event):
        if "a" in v:
            send("x")


# unsafe: what each object has under a key is new
def item_of(event, context):
    for v in odd(event):
        put(v["x"])


# unsafe: calling each object has an effect
def called(event, context):
    for v in odd(event):
        v()


# unsafe: what the first object has under a key is new
# today unknown
def item_of_first(event, context):
    put(odd(event)[0]["x"])


# unsafe: calling the first object has an effect
# today unknown
def called_first(event, context):
    odd(event)[0]()


# unsafe: the text of the first object is new
# today unknown
def text_of_first(event, context):
    put(str(odd(event)[0]))


# unsafe: one of the objects is equal to another
# today unknown
def in_list(event, context):
    if Odd("a", 1) in odd(event):
        send("x")


# unsafe: the first object is equal to another
def equal_first(event, context):
    if odd(event)[0] == Odd("a", 1):
        send("x")


# unsafe: the objects say which one comes first
def sorted_self(event, context):
    put(sorted(odd(event))[0].id)
    send("x")


# unsafe: the objects by their places, one after the other
# today unknown
def index_while(event, context):
    all = odd(event)
    i = 0
    while i < len(all):
        if all[i].due:
            send("x")
        i += 1


# unsafe: the objects by their places
# today unknown
def index_range(event, context):
    all = odd(event)
    for i in range(len(all)):
        put(all[i].fresh)


# unsafe: the objects in lists of a dictionary
# today unknown
def dict_of_lists(event, context):
    d = {i["k"]: [Odd(i["id"], 1)] for i in event["items"]}
    for l in d.values():
        for v in l:
            put(v.fresh)


# unsafe: the objects in lists of a list
def nested_lists(event, context):
    for l in [[Odd(j["id"], 1) for j in i["sub"]] for i in event["items"]]:
        for v in l:
            put(v.fresh)


# unsafe: the objects are filtered twice
def chained_filter(event, context):
    a = [v for v in odd(event) if v.due]
    b = [v for v in a if v.KIND == "truck"]
    for v in b:
        send(v.id)


# unsafe: the objects are a tuple
def tuple_of(event, context):
    for v in tuple(odd(event)):
        if v.due:
            send("x")


# unsafe: the objects are exceptions
def in_exception(event, context):
    class E(Exception):
        def __init__(self, v):
            self.v = v
        @property
        def due(self):
            return True
    errors = [E(i["id"]) for i in event["items"]]
    for e in errors:
        if e.due:
            send("x")


# unsafe: the objects are taken out from the end
def pop_last(event, context):
    all = odd(event)
    while all:
        v = all.pop()
        put(v.fresh)


# unsafe: the objects are taken out from the beginning
def deque_left(event, context):
    d = deque(odd(event))
    while d:
        put(d.popleft().fresh)


# unsafe: a function is given the first object
# today unknown
def default_arg(event, context):
    def f(v):
        return v.fresh
    put(f(odd(event)[0]))


# unsafe: what a property of each object draws
def comprehension_fresh(event, context):
    for k in [v.fresh for v in odd(event)]:
        put(k)


# unsafe: what a property of each object draws, under its name
def dict_comp_fresh(event, context):
    d = {v.id: v.fresh for v in odd(event)}
    put(d[event["x"]])


# unsafe: a function is given each object
def partial(event, context):
    f = functools.partial(lambda v: v.fresh)
    for v in odd(event):
        put(f(v))


# unsafe: what the properties draw, in one text
def reduce_them(event, context):
    put(functools.reduce(lambda a, v: a + v.fresh, odd(event), ""))


# unsafe: the greatest object, if there is one
# today unknown
def max_default(event, context):
    v = max(odd(event), key=lambda v: v.km, default=None)
    if v is not None:
        put(v.fresh)
@dataclass
class Order:
    id: str
    lines: list = field(default_factory=list)
    @property
    def total(self):
        return sum(l["n"] for l in self.lines)


# unsafe: copies of the objects
# today unknown
def replaced(event, context):
    for o in [replace(Order(i["id"], i["lines"]), id="x") for i in event["items"]]:
        if o.total > 3:
            send("x")


# unsafe: lists in the objects change
def order_lines(event, context):
    orders = [Order(i["id"]) for i in event["items"]]
    for o in orders:
        o.lines.append({"n": 5})
    for o in orders:
        if o.total > 3:
            send("x")


# unsafe: lists in objects under keys change
# today unknown
def order_by_id(event, context):
    orders = {}
    for r in event["rows"]:
        orders.setdefault(r["order"], Order(r["order"])).lines.append(r)
    for o in orders.values():
        if o.total > 3:
            send("x")


# unsafe: lists in objects under keys change that are made where there is none
# today unknown
def order_by_id_two(event, context):
    orders = {}
    for r in event["rows"]:
        if r["order"] not in orders:
            orders[r["order"]] = Order(r["order"])
        orders[r["order"]].lines.append(r)
    for o in orders.values():
        for l in o.lines:
            send(l["x"])
