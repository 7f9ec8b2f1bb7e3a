# Handlers whose verdict is easy to get wrong. The comment above each says what
# is true of it alone; `today` says what Aplomb says, where that is less.

import datetime
import decimal
import functools
import hashlib
import json
import os
import random
import secrets
import time
import uuid
from urllib.request import Request, urlopen

import boto3
import requests
from agency import Agent, Refused
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

items = boto3.resource("dynamodb").Table("items")
counters = boto3.resource("dynamodb").Table("counters")
topics = boto3.client("sns")
objects = boto3.client("s3")


def publish(text):
    topics.publish(TopicArn="news", Message=text)


def increment(id):
    counters.update_item(
        Key={"id": id},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
    )


invocations = 0


# unsafe: a warm instance still has what the attempt counted
def module_state(event, context):
    global invocations
    invocations += 1
    items.put_item(Item={"id": f"{event['id']}-{invocations}"})


# unsafe: so does a default
# today unknown
def mutable_default(event, context, log=[]):
    log.append(1)
    items.put_item(Item={"id": f"{event['id']}-{len(log)}"})


# unsafe: the key is fresh where the event has none
def missing_field(event, context):
    items.put_item(Item={"id": event.get("id", str(uuid.uuid4()))})


# unsafe: the same, by truth
def falsy_field(event, context):
    items.put_item(Item={"id": event.get("id") or uuid.uuid4().hex})


# unsafe: set where it is missing
def setdefault(event, context):
    item = {"title": event["title"]}
    item.setdefault("id", str(uuid.uuid4()))
    items.put_item(Item=item)


# unsafe: a comprehension for its effects
def comprehension(event, context):
    [items.put_item(Item={"id": str(uuid.uuid4()), "tag": tag}) for tag in event["tags"]]


# unsafe: a batch with a fresh key
def batch_fresh(event, context):
    with items.batch_writer() as batch:
        batch.put_item(Item={"id": str(uuid.uuid4())})


# safe: a batch with a stable one
def batch_stable(event, context):
    with items.batch_writer() as batch:
        batch.put_item(Item={"id": event["id"], "state": "on"})


# unsafe: the time is in the key
def time_in_key(event, context):
    items.put_item(Item={"id": f"{event['id']}#{datetime.datetime.utcnow().isoformat()}"})


# unsafe: the effect is in the else block
def else_block(event, context):
    try:
        items.put_item(Item={"id": event["id"]})
    except ClientError:
        return 1
    else:
        publish(event["id"])
    return 0


# unsafe: in the finally block
def finally_block(event, context):
    try:
        return "done"
    finally:
        increment(event["id"])


# unsafe: the generator is consumed
def generator(event, context):
    def published():
        for text in event["texts"]:
            yield publish(text)

    return len(list(published()))


def with_fresh_id(handler):
    @functools.wraps(handler)
    def wrapped(event, context):
        return handler({**event, "id": str(uuid.uuid4())}, context)

    return wrapped


# unsafe: a decorator replaces the id
@with_fresh_id
def decorated(event, context):
    items.put_item(Item={"id": event["id"]})


class Record:
    @property
    def id(self):
        return str(uuid.uuid4())


# unsafe: each look at the property gives another key
def fresh_property(event, context):
    items.put_item(Item={"id": Record().id})


@functools.lru_cache(maxsize=None)
def identifier(name):
    return str(uuid.uuid4())


# unsafe: another container has another cache
def cached(event, context):
    items.put_item(Item={"id": identifier(event["name"])})


# unsafe: random
def random_key(event, context):
    items.put_item(Item={"id": str(random.randint(0, 1000000))})


# unsafe: secret
def secret_key(event, context):
    items.put_item(Item={"id": secrets.token_hex(8)})


# unsafe: from the system
def system_key(event, context):
    items.put_item(Item={"id": os.urandom(8).hex()})


# unsafe: Python's hash of a text is another one in each process
def hash_of_text(event, context):
    items.put_item(Item={"id": str(hash(event["name"]))})


# unsafe: nor is the order by it the same
# today unknown
def order_by_hash(event, context):
    items.put_item(Item={"id": sorted(event["names"], key=hash)[0]})


# unsafe: nor which text has the largest one
# today unknown
def largest_hash(event, context):
    items.put_item(Item={"id": max(event["names"], key=hash)})


# safe: the order by length is
def order_by_length(event, context):
    items.put_item(Item={"id": sorted(event["names"], key=len)[0]})


# safe: a digest is not
def digest(event, context):
    items.put_item(Item={"id": hashlib.sha256(event["name"].encode()).hexdigest()})


# safe: nor a UUID made from a name
def named_uuid(event, context):
    items.put_item(Item={"id": str(uuid.uuid5(uuid.NAMESPACE_URL, event["name"]))})


# safe: a set has everything once
def add_to_set(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD tags :tags",
        ExpressionAttributeValues={":tags": {event["tag"]}},
    )


# unsafe: a number does not
def add_to_number(event, context):
    items.update_item(
        Key={"id": event["id"]},
        UpdateExpression="ADD hits :hits",
        ExpressionAttributeValues={":hits": event["hits"]},
    )


# unsafe: the answer says who was first
def condition_builder(event, context):
    try:
        items.put_item(Item={"id": event["id"]}, ConditionExpression=Attr("id").not_exists())
        return "new"
    except ClientError:
        return "old"


# unsafe: a request that changes something
def http_post(event, context):
    requests.request("POST", "https://example.com", json=event)


# safe: a request that only asks
def http_get(event, context):
    return requests.get("https://example.com").status_code


# unsafe: on, off
def toggle(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"on": False})
    items.put_item(Item={"id": event["id"], "on": not item["on"]})


# unsafe: minus, plus
def negate(event, context):
    item = items.get_item(Key={"id": event["id"]})["Item"]
    item["amount"] = -item["amount"]
    items.put_item(Item=item)


# safe: the larger of the two stays the larger
# today unknown
def maximum(event, context):
    item = items.get_item(Key={"id": event["id"]}).get("Item", {"best": 0})
    items.put_item(Item={"id": event["id"], "best": max(item["best"], event["score"])})


# unsafe: the retry counts what the attempt wrote
def next_number(event, context):
    items.put_item(Item={"id": str(items.scan()["Count"])})


# unsafe: the retry finds what the attempt wrote
def query_first(event, context):
    if items.query(KeyConditionExpression=Key("id").eq(event["id"]))["Items"]:
        return "old"
    items.put_item(Item={"id": event["id"]})
    return "new"


# unsafe: the same with objects
def head_first(event, context):
    try:
        objects.head_object(Bucket="files", Key=event["key"])
        return "old"
    except ClientError:
        objects.put_object(Bucket="files", Key=event["key"], Body=b"text")
        return "new"


# safe: the same object twice
def put_object(event, context):
    objects.put_object(Bucket="files", Key=event["key"], Body=b"text")


# unsafe: a longer object each time
def append_to_object(event, context):
    old = objects.get_object(Bucket="files", Key=event["key"])["Body"].read()
    objects.put_object(Bucket="files", Key=event["key"], Body=old + b"text")


class Saver:
    def key(self, event):
        return event["id"]

    def save(self, event):
        items.put_item(Item={"id": self.key(event)})


class Stamping(Saver):
    def key(self, event):
        return super().key(event) + str(time.time_ns())


# unsafe: an overridden method makes the key fresh
def overridden(event, context):
    Stamping().save(event)


class Done(Exception):
    pass


# unsafe: an exception leads to the effect
def exception_as_jump(event, context):
    try:
        items.put_item(Item={"id": event["id"]})
        raise Done()
    except Done:
        publish("done")


# safe: the fresh text is only printed
def swallowed(event, context):
    try:
        raise ValueError(str(uuid.uuid4()))
    except ValueError as error:
        print(error)
    items.put_item(Item={"id": event["id"], "state": "on"})


# unsafe: the retry comes after the deadline
def deadline(event, context):
    if time.time() > event["deadline"]:
        publish("late")
        return "late"
    items.put_item(Item={"id": event["id"]})
    return "in time"


# unsafe: the lock is free again when the retry comes
def lock(event, context):
    items.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")
    increment(event["id"])
    items.delete_item(Key={"id": event["id"]})


# unsafe: a name that only some events bind, and the failure to read it is published
def unbound_for_some(event, context):
    if event["known"]:
        name = event["name"]
    try:
        return name
    except NameError:
        topics.publish(TopicArn="news", Message="who?")


# unsafe: the message is not bound for other kinds, but for this one it is
def bound_for_some(event, context):
    if event["kind"] == "order":
        message = "new " + event["id"]
    topics.publish(TopicArn="news", Message=message)


# unsafe: the text must be JSON, although nobody looks into it
def parsed_for_nothing(event, context):
    for record in event["Records"]:
        json.loads(record["body"])
        topics.publish(TopicArn="news", Message=record["id"])


# safe: a model is asked again, and nobody sees that
def asked_a_model(event, context):
    reply = boto3.client("bedrock-runtime").invoke_model(modelId="m", body=event["text"])
    return json.loads(reply["body"].read())["text"]


# unsafe: the key is what the model says
def wrote_what_a_model_says(event, context):
    reply = boto3.client("bedrock-runtime").invoke_model(modelId="m", body=event["text"])
    items.put_item(Item={"id": json.loads(reply["body"].read())["text"]})


# unsafe: a text that is not of the right form fails before anything is sent
def pieces_of_a_text(event, context):
    owner, name = event["repository"].split("/")
    topics.publish(TopicArn="news", Message=f"{name} of {owner}")


# safe: a message is deleted once, however often one asks
def deletes_a_message(event, context):
    for record in event["Records"]:
        boto3.client("sqs").delete_message(QueueUrl="q", ReceiptHandle=record["receiptHandle"])


# unsafe: which message is deleted is new on every attempt
def deletes_another_message(event, context):
    reply = requests.get("https://example.com/next").json()
    boto3.client("sqs").delete_message(QueueUrl="q", ReceiptHandle=reply["receipt"])


# safe: an execution is started once for each name
def starts_by_name(event, context):
    boto3.client("stepfunctions").start_execution(stateMachineArn="m", name=event["id"])


# unsafe: nobody can tell that the second execution is the first
def starts_without_name(event, context):
    boto3.client("stepfunctions").start_execution(stateMachineArn="m", input=event["id"])


# safe: the object is what it was, whoever writes it
def writes_an_object(event, context):
    boto3.resource("s3").Object("b", event["id"]).put(Body=event["text"])


# unsafe: an object for each attempt
def writes_a_new_object(event, context):
    bucket = boto3.resource("s3").Bucket("b")
    bucket.put_object(Key=str(uuid.uuid4()), Body=event["text"])


# unsafe: the connection is one that the event names, and it gets the message twice
def posts_if_connected(event, context):
    client = boto3.client("apigatewaymanagementapi", endpoint_url=event["url"])
    found = client.get_connection(ConnectionId=event["id"])
    if found["ResponseMetadata"]["HTTPStatusCode"] == 200:
        client.post_to_connection(ConnectionId=event["id"], Data="hello")


# unsafe: the setting holds JSON
def publishes_to_some(event, context):
    for topic in json.loads(os.environ["TOPICS"])["arns"]:
        topics.publish(TopicArn=topic, Message="hello")


# unsafe: published if the listing is empty, and if the name is long enough
def publishes_about_lengths(event, context):
    alarms = boto3.client("cloudwatch").describe_alarms()["Alarms"]
    if len(alarms) == 0 and len(event["name"]) > 3:
        publish("all is well")


# safe: whatever the key of the table is, the item is the same, and nobody looks
def puts_without_a_known_key(event, context):
    albums = boto3.resource("dynamodb").Table("albums")
    albums.put_item(Item={"album": event["album"], "artist": event["artist"]})


# unsafe: if the identifier is not given, it is new on every attempt
def reserves_with_defaults(event, context):
    if event.get("fail", False):
        raise RuntimeError("asked to fail")
    driver = event.get("driver", "anybody")
    car = event.get("car", "any")
    if not driver or not car:
        raise ValueError("driver and car are needed")
    id = event.get("rental", str(uuid.uuid4()))
    items.put_item(Item={"id": id, "driver": driver, "car": car, "day": event.get("day", "today")})
    return {"id": id}


# safe: methods of text are functions too
def methods_as_functions(event, context):
    return list(map(str.strip, event["names"].split(",")))


# unsafe: what a loop found before it was left is known behind it
def found_and_left(event, context):
    for tag in event["tags"]:
        if tag["name"] == "expired":
            days = tag["days"]
            break
    if days >= 0:
        publish("expired")


# unsafe: the last item that was looked at
def last_of_a_loop(event, context):
    for tag in event["tags"]:
        name = tag["name"]
    publish(name)


# unsafe: the request says that it puts
def opens_a_request(event, context):
    urlopen(Request(event["url"], data=json.dumps(event).encode(), method="PUT"))


# unsafe: data is posted
def opens_with_data(event, context):
    urlopen(event["url"], json.dumps(event).encode())


# safe: nothing is sent
def opens_an_address(event, context):
    return urlopen(Request(event["url"], headers={"accept": "text/plain"})).read()


# unsafe: the method comes first
def requests_by_method(event, context):
    requests.request("POST", event["url"], json={"id": event["id"]})


# unsafe: it posts again, whatever the reply says
def answers_what_the_reply_says(event, context):
    body = requests.post("https://example.com/check", json={"id": event["id"]}).json()
    return {"ok": body.get("ok", False)}


# safe: the method comes first
def requests_to_look(event, context):
    return requests.request("GET", event["url"]).text


# unsafe: a part that is taken and not used must be there for the run to get on
def part_not_used(event, context):
    before = event["detail"]["old"]["total"]
    publish(event["detail"]["new"]["total"])


# unsafe: what the program picks out of its records is told by no condition
def picked_records(event, context):
    chosen = []
    for record in event["Records"]:
        if record["eventName"].upper() == "REMOVE" and record["kind"] == "order":
            chosen.append(record["id"])
    for start in range(0, len(chosen), 10):
        publish(chosen[start:start + 10])


deserialize = boto3.dynamodb.types.TypeDeserializer().deserialize


# unsafe: a method kept for later is still the method
def kept_method(event, context):
    publish(str(deserialize(event["key"])))


# unsafe: a setting that is split has pieces
def split_setting(event, context):
    bus, rule = os.environ["RULE"].split("|")
    publish(event["id"])


# safe: two writes that nobody reads, always the same ones
def two_writes(event, context):
    items.put_item(Item={"id": event["id"], "first": event["a"]})
    items.put_item(Item={"id": event["other"], "second": event["b"]})


# safe: what is read decides on the rows, and nobody writes what is read
def loads_rows(event, context):
    for record in event["Records"]:
        found = objects.get_object(Bucket="rows", Key=record["key"])
        for row in json.loads(found["Body"].read()):
            items.put_item(Item={"id": row["id"], "mail": row["mail"]})


# unsafe: the item holds its own key, and one number is above another
def decrement_of_what_is_there(event, context):
    counters.update_item(
        Key={"id": event["id"]},
        ConditionExpression="id = :id AND seats > reserved",
        UpdateExpression="SET seats = seats - :one",
        ExpressionAttributeValues={":id": event["id"], ":one": 1},
    )


# unsafe: without a body the item has a key of its own
def without_a_body(event, context):
    identifier = json.loads(event["body"])["id"] if event["body"] else str(uuid.uuid4())
    items.put_item(Item={"id": identifier})


# unsafe: which function runs depends on the input
def functions_in_a_table(event, context):
    kinds = {"added": publish_added, "gone": publish_gone}
    kinds.get(event["kind"], publish_gone)(event["id"])


def publish_added(identifier):
    topics.publish(TopicArn="news", Message=f"{identifier} is new")


def publish_gone(identifier):
    topics.publish(TopicArn="news", Message=f"{identifier} is gone")


# unsafe: what the object holds is a list of records
def records_of_an_object(event, context):
    stored = objects.get_object(Bucket="files", Key=event["key"])
    for record in json.loads(stored["Body"].read().decode("utf-8")):
        text = json.dumps({name.lower(): value for name, value in record.items()})
        topics.publish(TopicArn="news", Message=text)


# unsafe: a reply tells that all went well
def checked_the_status(event, context):
    reply = items.put_item(Item={"id": event["id"]})
    if reply["ResponseMetadata"]["HTTPStatusCode"] == 200:
        topics.publish(TopicArn="news", Message=event["id"])


# unsafe: nobody knows what it does that a package made, when it is called
# today unknown
def called_what_was_made(event, context):
    return Agent(tools=[])(event["question"])


# unsafe: what is raised is made, not called
def refused_without_an_id(event, context):
    if not event["id"]:
        raise Refused("there is no id")
    publish(event["id"])


# safe: what is raised is made, not called
def kept_or_refused(event, context):
    try:
        if not event["id"]:
            raise Refused("there is no id")
    except Refused:
        return "refused"
    items.put_item(Item={"id": event["id"]})


def plain(value):
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return value


# safe: a function that calls itself for every part, as deep as there are any
def calls_itself(event, context):
    return plain(items.get_item(Key={"id": event["id"]})["Item"])


# unsafe: a body without an id gets a new one on every attempt
def new_id_if_missing(event, context):
    body = json.loads(event["body"])
    if "id" not in body:
        body["id"] = str(uuid.uuid4())
    items.put_item(Item=body)
    return {"statusCode": 200}


# unsafe: behind a route that is put together from two parts of the request
def route_of_two_parts(event, context):
    route = f"{event['httpMethod']} {event['resource']}"
    if route == "PUT /items":
        publish(event["body"])


def announcements(ids):
    for id in ids:
        yield publish(id)


# safe: nobody asks the generator for its items, so nothing of it runs
def generator_unasked(event, context):
    announcements(event["ids"])
    return {"count": len(event["ids"])}


# unsafe: now somebody does
def generator_asked(event, context):
    list(announcements(event["ids"]))


class Plain:
    def __init__(self, id):
        self.id = id


# unsafe: the text of an object without one of its own is its address
def address_as_key(event, context):
    items.put_item(Item={"id": hashlib.sha256(repr(Plain(event["id"])).encode()).hexdigest()})


def pages(owner):
    query = {"KeyConditionExpression": Key("owner").eq(owner)}
    while True:
        page = items.query(**query)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        query["ExclusiveStartKey"] = page["LastEvaluatedKey"]


# unsafe: all pages are announced, and the loop is left by a return
def pages_announced(event, context):
    for item in pages(event["owner"]):
        publish(item["id"])


# unsafe: what is done where there is another page is not left out
def next_page_announced(event, context):
    page = items.query(KeyConditionExpression=Key("owner").eq(event["owner"]))
    if "LastEvaluatedKey" not in page:
        return
    publish("there is more")


# unsafe: which of two calls of a function reads the item decides what is in it
def toggled_or_shown(event, context):
    def load():
        return items.get_item(Key={"id": event["id"]}).get("Item")

    if event["asks"] == "show":
        return load()
    item = load()
    if item is not None:
        item["done"] = not item["done"]
        items.put_item(Item=item)
    return item


# unsafe: what happens between two pages is not left out
# today unknown
def between_pages(event, context):
    query = {"KeyConditionExpression": Key("owner").eq(event["owner"])}
    while True:
        page = items.query(**query)
        if "LastEvaluatedKey" not in page:
            break
        publish("there is more")
        query["ExclusiveStartKey"] = page["LastEvaluatedKey"]


# unsafe: nor what happens where there is another one
# today unknown
def where_another_page_is(event, context):
    query = {"KeyConditionExpression": Key("owner").eq(event["owner"])}
    while True:
        page = items.query(**query)
        if "LastEvaluatedKey" in page:
            publish("there is more")
            query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
        else:
            break


# safe: a number that is none is no error of the service, so its handler never sees it
def refused_by_the_language(event, context):
    try:
        items.update_item(
            Key={"id": event["id"]},
            UpdateExpression="SET seen = :t",
            ConditionExpression="attribute_not_exists(seen) OR seen < :t",
            ExpressionAttributeValues={":t": int(event["sent"])},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


# unsafe: a module of the language has classes of its own for what it refuses
# today unknown
def refused_by_a_module(event, context):
    try:
        decimal.Decimal(event["price"])
    except decimal.InvalidOperation:
        publish("that is no price")


# unsafe: a text that is not JSON is refused by a class of its module
# today unknown
def refused_as_json(event, context):
    try:
        json.loads(event["price"])
    except json.JSONDecodeError:
        publish("that is no JSON")


# unsafe: a library may refuse what it is given by an error of another library
# today unknown
def refused_by_a_library(event, context):
    try:
        Agent(event["name"])
    except ClientError:
        publish("nobody is there")


# unsafe: an event has truth values, too
def asked_for_a_truth_value(event, context):
    if isinstance(event["on"], bool):
        publish("it is on or off")


# unsafe: True is a number
def asked_for_a_number(event, context):
    if isinstance(event["on"], int) and isinstance(event["on"], bool):
        publish("it is on or off")


# unsafe: and a number is none of the truth values
def asked_for_more_than_truth(event, context):
    if isinstance(event["n"], (int, float)) and not isinstance(event["n"], bool):
        publish("that is a number")


# unsafe: a list is neither a text nor a dictionary
def asked_for_a_list(event, context):
    if isinstance(event["of"], list) and not isinstance(event["of"], (str, dict)):
        publish("those are several")


# unsafe: a digest is the same for the same text, and the item is gone on the retry
def spent_by_its_digest(event, context):
    digest = hashlib.sha256(event["token"].encode()).hexdigest()
    try:
        items.delete_item(
            Key={"id": event["id"]},
            ConditionExpression="#t = :t",
            ExpressionAttributeNames={"#t": "token"},
            ExpressionAttributeValues={":t": digest},
        )
    except ClientError:
        return "not valid"
    return "done"


# unsafe: fractions as Decimals are the same numbers, and a counter counts them twice
def counts_fractions(event, context):
    body = json.loads(event["body"], parse_float=decimal.Decimal)
    items.update_item(
        Key={"id": body["id"]},
        UpdateExpression="ADD total :n",
        ExpressionAttributeValues={":n": body["amount"]},
    )


# safe: the same item is written again
def keeps_fractions(event, context):
    body = json.loads(event["body"], parse_float=decimal.Decimal)
    items.put_item(Item={"id": body["id"], "amount": body["amount"]})


# unsafe: a fraction that is known is a float or a Decimal, which are never equal
# today unknown
def compares_fractions(event, context):
    if json.loads("[1.1]", parse_float=decimal.Decimal)[0] != 1.1:
        publish("not the float")


# unsafe: what comes after the first thing that may raise may raise, too
# today unknown
def second_raises(event, context):
    try:
        int(event["count"])
        json.loads(event["body"])
    except ValueError:
        if event["count"] == "1":
            publish("no JSON")


# unsafe: whatever raises, the handler sees how far the block came
def many_may_raise(event, context):
    came = 0
    try:
        int(event["a"])
        int(event["b"])
        int(event["c"])
        int(event["d"])
        int(event["e"])
        int(event["f"])
        int(event["g"])
        int(event["h"])
        int(event["i"])
        came = 1
        int(event["j"])
    except ValueError:
        if came == 1:
            publish("the last")
