# Which thing is meant: members of enumerations, methods that are passed on, names that
# are not there. The comment above each handler says what is true of it alone.

import atexit
import heapq
import random
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from enum import Enum, IntEnum, StrEnum, auto
from functools import partial, reduce

import boto3
import numpy
import redis
from pydantic import BaseModel, Field

items = boto3.resource("dynamodb").Table("items")
topics = boto3.client("sns")


class Kind(Enum):
    NEWS = "news"
    ORDER = "order"


class Level(str, Enum):
    LOW = "low"
    HIGH = "high"


class Number(IntEnum):
    ONE = 1
    TWO = 2


class Side(StrEnum):
    LEFT = auto()
    RIGHT = auto()


def publish(text):
    topics.publish(TopicArn="news", Message=text)


def keep(event):
    items.put_item(Item={"id": event["id"], "state": "kept"})


# unsafe: the value of the event is looked up
def enum_equal(event, context):
    if Kind(event["kind"]) == Kind.NEWS:
        publish(event["id"])


# unsafe: the same by identity
def enum_is(event, context):
    if Kind(event["kind"]) is Kind.NEWS:
        publish(event["id"])


# unsafe: and among others
def enum_in(event, context):
    if Kind(event["kind"]) in (Kind.NEWS, Kind.ORDER):
        publish(event["id"])


# unsafe: and in a match
def enum_match(event, context):
    match Kind(event["kind"]):
        case Kind.NEWS:
            publish(event["id"])
        case _:
            keep(event)


# unsafe: by the name of the member
def enum_name(event, context):
    if Kind(event["kind"]).name == "NEWS":
        publish(event["id"])


# unsafe: a member that is a text
def str_enum(event, context):
    if Level(event["level"]) == Level.HIGH:
        publish(event["id"])


# unsafe: compared with a text
def str_enum_text(event, context):
    if Level(event["level"]) == "high":
        publish(event["id"])


# unsafe: by its name
def str_enum_name(event, context):
    if Level(event["level"]).name == "HIGH":
        publish(event["id"])


# unsafe: a member that is a number
def int_enum(event, context):
    if Number(event["n"]) is Number.TWO:
        publish(event["id"])


# unsafe: values that the language gives
def auto_values(event, context):
    if Side(event["side"]) == Side.RIGHT:
        publish(event["id"])


# unsafe: members by name
# today unknown
def enum_by_name(event, context):
    if Kind[event["kind"]] is Kind.NEWS:
        publish(event["id"])


# unsafe: every member
def enum_loop(event, context):
    for kind in Kind:
        if kind.value == event["kind"]:
            publish(event["id"])


# safe: a value that is none of the members raises before anything happens
def enum_validates(event, context):
    items.put_item(Item={"id": event["id"], "kind": Kind(event["kind"]).value})


# unsafe: a method of a client that is called in the end
# today unknown
def exit_stack(event, context):
    with ExitStack() as stack:
        stack.callback(topics.publish, TopicArn="news", Message=event["id"])
        keep(event)


# safe: a file that is closed in the end
def exit_stack_of_files(event, context):
    with ExitStack() as stack:
        stack.enter_context(open("settings.json"))
        keep(event)


# unsafe: when the process ends
# today unknown
def at_exit(event, context):
    atexit.register(topics.publish, TopicArn="news", Message=event["id"])
    keep(event)


# unsafe: for each of a list
def mapped(event, context):
    list(map(publish, event["ids"]))


# unsafe: a bound method, for each
def mapped_method(event, context):
    queue = boto3.resource("sqs").Queue("news")
    list(map(lambda text: queue.send_message(MessageBody=text), event["ids"]))


# unsafe: with arguments that are given before
def partial_method(event, context):
    tell = partial(topics.publish, TopicArn="news")
    tell(Message=event["id"])


# unsafe: under another name
def other_name(event, context):
    send = topics.publish
    send(TopicArn="news", Message=event["id"])


# unsafe: by another thread
def submitted(event, context):
    with ThreadPoolExecutor() as pool:
        pool.submit(topics.publish, TopicArn="news", Message=event["id"])


# unsafe: from a dictionary
def dispatched(event, context):
    actions = {"tell": topics.publish}
    actions["tell"](TopicArn="news", Message=event["id"])


# unsafe: by its name
def by_name(event, context):
    getattr(topics, "publish")(TopicArn="news", Message=event["id"])


# unsafe: a name that is not there raises, and that is caught
# today unknown
def undeclared_name(event, context):
    try:
        if not settings_of_nobody:
            return
    except NameError:
        publish(event["id"])


class Ticket(BaseModel):
    id: str = Field(default_factory=lambda: str(uuid.uuid4()))
    text: str = Field(..., min_length=1)
    tags: list = []


class Article(BaseModel):
    id: str
    title: str = "untitled"


# unsafe: a model makes what is not given
def model_with_factory(event, context):
    items.put_item(Item=Ticket(text=event["text"]).model_dump())


# unsafe: the same for data, where it is missing
def model_validated(event, context):
    items.put_item(Item=Ticket.model_validate(event).model_dump())


# safe: everything is given
def model_given(event, context):
    ticket = Ticket(id=event["id"], text=event["text"])
    items.put_item(Item=ticket.model_dump())
    return ticket.model_dump_json()


# safe: a default that is a constant
def model_with_default(event, context):
    article = Article.model_validate_json(event["body"])
    items.put_item(Item={"id": article.id, "title": article.title})


# unsafe: what a loop writes into the items is there when one is used that was taken out before
def taken_before(event, context):
    first = event["items"][0]
    for item in event["items"]:
        item["id"] = str(uuid.uuid4())
    items.put_item(Item={"id": first["id"]})


# unsafe: a list of the request is shuffled in place
def shuffled(event, context):
    winners = event["names"]
    random.shuffle(winners)
    for winner in winners[:3]:
        items.put_item(Item={"id": winner})


# unsafe: the same, by a library
def shuffled_by_library(event, context):
    numpy.random.shuffle(event["names"])
    items.put_item(Item={"id": event["names"][0]})


# unsafe: something new is put into a heap of the request
def pushed(event, context):
    heapq.heappush(event["names"], str(uuid.uuid4()))
    items.put_item(Item={"id": event["names"][0]})


# unsafe: a list of the request gets a new item under another name
def extended(event, context):
    tags = event["tags"]
    tags += [str(uuid.uuid4())]
    items.put_item(Item={"id": event["tags"][-1]})


# safe: the same, of something that the request says
def extended_alike(event, context):
    tags = event["tags"]
    tags += [event["id"]]
    items.put_item(Item={"id": event["id"], "tags": event["tags"]})


# unsafe: a dictionary of the request gets a new entry under another name
# today unknown
def united(event, context):
    order = event["order"]
    order |= {"id": str(uuid.uuid4())}
    items.put_item(Item={"id": event["order"]["id"]})


# unsafe: an item of a client is an entry of its store
# today unknown
def counted_in_store(event, context):
    store = redis.Redis()
    store["hits"] = int(store["hits"]) + 1


# unsafe: of several with equal keys, the order of the process decides
# today unknown
def longest(event, context):
    items.put_item(Item={"id": max(set(event["names"]), key=len)})


# unsafe: the same, sorted
# today unknown
def sorted_by_length(event, context):
    items.put_item(Item={"id": sorted(set(event["names"]), key=len)[0]})


# safe: sorted by themselves
def sorted_by_themselves(event, context):
    items.put_item(Item={"id": sorted(set(event["names"]))[0]})


# unsafe: the text of a set is in the order of the process
# today unknown
def text_of_set(event, context):
    items.put_item(Item={"id": str(set(event["names"]))})


# unsafe: what two dictionaries have in common is a set
# today unknown
def common(event, context):
    both = event["one"].keys() & event["other"].keys()
    items.put_item(Item={"id": list(both)[0]})


try:
    import fastpath
except ImportError:
    fastpath = None


# unsafe: the package may be missing
# today unknown
def missing_package(event, context):
    if fastpath is None:
        items.update_item(
            Key={"id": event["id"]},
            UpdateExpression="ADD hits :one",
            ExpressionAttributeValues={":one": 1},
        )


try:
    from fastpath import run
    HAS_RUN = True
except ModuleNotFoundError:
    HAS_RUN = False


# unsafe: so may be something of it
# today unknown
def missing_name(event, context):
    if not HAS_RUN:
        items.update_item(
            Key={"id": event["id"]},
            UpdateExpression="ADD hits :one",
            ExpressionAttributeValues={":one": 1},
        )


try:
    import ujson as fast_json
except ImportError:
    import json as fast_json


# safe: both write the same
def either_package(event, context):
    items.put_item(Item={"id": event["id"], "text": fast_json.dumps({"a": 1})})


def publish():
    topics.publish(TopicArn="news", Message="news")


# unsafe: a list that is another one on one path holds what that one holds
def either_list(event, context):
    found = [1]
    if event["more"]:
        found = [1, 2]
    if found == [1, 2]:
        publish()


# unsafe: a tuple, or nothing
def tuple_or_nothing(event, context):
    found = None
    if event["more"]:
        found = (1, 2)
    if found in [(1, 2)]:
        publish()


# unsafe: True and 1 are one key
def same_key(event, context):
    seen = {"a": 1}
    seen.setdefault(True, 2)
    seen.pop(1, None)
    if seen == {"a": 1}:
        publish()


# unsafe: a truth value is a number, and its text begins with a capital
def truth_as_number(event, context):
    more = bool(event["more"])
    if more == 1 and str(more) == "True" and {1: "x"}[more] == "x" and "%d" % more == "1":
        publish()


# unsafe: no number is made of a list
def number_of_list(event, context):
    try:
        int([1])
    except TypeError:
        publish()


# unsafe: a list that may have four items has no sixth
def beyond(event, context):
    def sixth():
        found = [1, 2, 3]
        if event["more"]:
            found.append(4)
        return found[5]

    try:
        result = sixth()
    except Exception as error:
        result = type(error).__name__
    if result == "IndexError":
        publish()
