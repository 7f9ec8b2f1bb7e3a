# Functions that are given to libraries and to the language, and methods that the
# language calls: whoever calls them, what they do is done.

import atexit
import functools
import itertools
import json
import logging
import re
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import boto3
import requests
from marshmallow import Schema, fields
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from flask import Flask
import serverless_wsgi

topics = boto3.client("sns")
files = boto3.client("s3")
items = boto3.resource("dynamodb").Table("items")


def publish(message="news"):
    topics.publish(TopicArn="news", Message="news")
    return "sent"


# unsafe: published while replacing
# today unknown
def replaced(event, context):
    return re.sub("a", lambda found: publish(), event["text"])


# safe: only replaces
def replaced_only(event, context):
    return re.sub("a", lambda found: found.group(0).upper(), event["text"])


# unsafe: published while sorting
# today unknown
def sorted_by(event, context):
    return sorted(event["items"], key=lambda item: publish())


# safe: only sorts
def sorted_only(event, context):
    return sorted(event["items"], key=lambda item: item["date"])


# unsafe: published while comparing
# today unknown
def greatest(event, context):
    return max(event["items"], key=lambda item: publish())


def number(value):
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError


# safe: only converts
def dumped(event, context):
    return json.dumps(event["item"], default=number)


# unsafe: published while writing JSON
# today unknown
def dumped_and_published(event, context):
    return json.dumps(event["item"], default=lambda value: publish())


# unsafe: a message per item
def mapped(event, context):
    return list(map(lambda item: publish(item), event["items"]))


# unsafe: a message per item
# today unknown
def folded(event, context):
    return functools.reduce(lambda a, b: publish(), event["items"])


# unsafe: published by a thread
def threaded(event, context):
    thread = threading.Thread(target=publish)
    thread.start()
    thread.join()


# unsafe: published by a pool of threads
def pooled(event, context):
    with ThreadPoolExecutor() as pool:
        list(pool.map(publish, event["items"]))


# unsafe: published when the process ends
# today unknown
def at_the_end(event, context):
    atexit.register(publish)


class Talkative:
    def __bool__(self):
        return publish() == "sent"


# unsafe: published while asking whether it is true
# today unknown
def asked(event, context):
    return 1 if Talkative() else 2


class Described:
    def __get__(self, owner, kind):
        return publish()


class Owner:
    news = Described()


# unsafe: published while reading a member
def described(event, context):
    return Owner().news


SECRETS = {"password", "token"}


def redact(value):
    if isinstance(value, dict):
        return {key: "***" if key in SECRETS else redact(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [redact(inner) for inner in value]
    return value


# safe: a function that calls itself and only computes
def redacted(event, context):
    items.put_item(Item={"id": event["id"], "body": redact(event["body"])})


# unsafe: of something new it makes something new
def redacted_new(event, context):
    items.put_item(Item={"id": json.dumps(redact({"inner": event["body"], "at": str(uuid.uuid4())}))})


def announce_all(value):
    if isinstance(value, list):
        for inner in value:
            announce_all(inner)
        return
    topics.publish(TopicArn="news", Message=value)


# unsafe: one that does more
def announced_deeply(event, context):
    announce_all(event["body"])


# unsafe: published by a hook in a dictionary
# today unknown
def hooked(event, context):
    requests.get("https://example.org", hooks={"response": lambda answer, *a, **k: publish()})


class Publishing(requests.auth.AuthBase):
    def __call__(self, request):
        publish()
        return request


# unsafe: published by a method of an instance that is called by a library
# today unknown
def authorised(event, context):
    requests.get("https://example.org", auth=Publishing())


class Token(requests.auth.AuthBase):
    def __init__(self, token):
        self.token = token

    def __call__(self, request):
        request.headers["Authorization"] = f"Bearer {self.token}"
        return request


# safe: a method that only computes
def authorised_only(event, context):
    requests.get("https://example.org", auth=Token("secret"))


# unsafe: published while a file is sent
# today unknown
def progress(event, context):
    files.upload_file("/tmp/a", "files", event["key"], Callback=lambda count: publish())


class Told(logging.Formatter):
    def format(self, record):
        publish()
        return ""


class AsJson(logging.Formatter):
    def format(self, record):
        line = {"level": record.levelname, "message": record.getMessage()}
        try:
            line["more"] = json.loads(record.msg)
        except ValueError as error:
            line["error"] = str(error)
        return json.dumps(line)


# unsafe: published while a line is formatted
# today unknown
def formatted(event, context):
    handler = logging.StreamHandler()
    handler.setFormatter(Told())
    logging.getLogger().info("here")


# safe: a formatter that only computes
def formatted_only(event, context):
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson())
    logging.getLogger().info("here")


class Written:
    def write(self, text):
        publish()


# unsafe: published while printing
# today unknown
def printed(event, context):
    print("here", file=Written())


# unsafe: a method of a client is given away
# today unknown
def published_for_each(event, context):
    list(itertools.starmap(topics.publish, event["all"]))


# unsafe: a function of the library draws a new key for each attempt
# today unknown
def loaded(event, context):
    class Form(Schema):
        id = fields.UUID(load_default=uuid.uuid4)

    items.put_item(Item={"id": Form().load(event)["id"]})


# unsafe: an application is told of errors
# today unknown
def error_told(event, context):
    app = APIGatewayRestResolver()

    @app.exception_handler(ValueError)
    def told(error):
        publish()

    @app.get("/a")
    def view():
        raise ValueError("bad")

    return app.resolve(event, context)


# unsafe: functions around a route
# today unknown
def around_route(event, context):
    app = APIGatewayRestResolver()

    def around(app, following):
        publish()
        return following(app)

    @app.get("/a", middlewares=[around])
    def view():
        return {}

    return app.resolve(event, context)


# unsafe: functions around all routes
# today unknown
def around_routes(event, context):
    app = APIGatewayRestResolver()

    def around(app, following):
        publish()
        return following(app)

    app.use(middlewares=[around])

    @app.get("/a")
    def view():
        return {}

    return app.resolve(event, context)


# unsafe: behind each view
# today unknown
def after_view(event, context):
    app = Flask("app")

    @app.after_request
    def after(response):
        publish()
        return response

    @app.route("/")
    def view():
        return {}

    return serverless_wsgi.handle_request(app, event, context)


class Telling(BatchProcessor):
    def success_handler(self, record, result):
        publish()
        return super().success_handler(record, result)


# unsafe: a processor that tells of each record
# today unknown
def processor_tells(event, context):
    processor = Telling(event_type=EventType.SQS)
    return process_partial_response(event, lambda record: None, processor, context)


# safe: a processor as it comes
def plain_processor(event, context):
    processor = BatchProcessor(event_type=EventType.SQS)
    return process_partial_response(event, lambda record: None, processor, context)


def with_id(found):
    found["id"] = str(uuid.uuid4())
    return found


# unsafe: a hook gives each object a new id
# today unknown
def hooked_json(event, context):
    items.put_item(Item=json.loads(event["body"], object_hook=with_id))


# safe: a hook that only computes
def hooked_json_only(event, context):
    return json.loads(event["body"], object_hook=lambda found: {**found, "kind": "order"})


class Publisher(json.JSONEncoder):
    def default(self, o):
        publish()
        return str(o)


class Plain(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Decimal):
            return float(o)
        return super().default(o)


# unsafe: published while JSON is written
# today unknown
def encoded(event, context):
    return json.dumps({"at": Decimal("1.5")}, cls=Publisher)


# safe: an encoder that only computes
def encoded_only(event, context):
    return json.dumps({"at": event["at"]}, cls=Plain)


# unsafe: the cause of an exception is there
# today unknown
def caused(event, context):
    try:
        try:
            raise ValueError("first")
        except ValueError as error:
            raise KeyError("second") from error
    except KeyError as error:
        if error.__cause__:
            publish()
