# Handlers that use something a model does not list: a field of an answer, a member of a
# package, a source of time or chance. What is not known is never assumed away.

import csv
import gc
import gzip
import heapq
import http.client
import io
import logging
import operator
import os
import platform
import socket
import subprocess
import time
import urllib.request
import uuid
from email.message import EmailMessage
from pathlib import Path
from xml.etree import ElementTree

import arrow
import boto3
import pandas
import pusher
import requests
import stripe
import yaml
from botocore.exceptions import ClientError, WaiterError
from bson import ObjectId
from botocore.vendored import requests as vendored
from cryptography.fernet import Fernet
from pynamodb.attributes import UnicodeAttribute, VersionAttribute
from pynamodb.models import Model
from pymongo import MongoClient, UpdateOne

items = boto3.resource("dynamodb").Table("items")
topics = boto3.client("sns")
objects = boto3.client("s3")
functions = boto3.client("lambda")
parameters = boto3.client("ssm")
machines = boto3.client("stepfunctions")
jobs = boto3.client("transcribe")
tables = boto3.client("dynamodb")
users = MongoClient(os.environ["MONGO"])["app"]["users"]


def publish(text):
    topics.publish(TopicArn="news", Message=text)


# unsafe: a large table has a second page
def last_evaluated_key(event, context):
    if items.scan().get("LastEvaluatedKey"):
        functions.invoke(FunctionName="more", InvocationType="Event")


# unsafe: the same by membership
def has_last_evaluated_key(event, context):
    if "LastEvaluatedKey" in items.scan():
        publish("more")


# unsafe: a filter leaves some out
def scanned_count(event, context):
    found = items.scan(FilterExpression="a = :a", ExpressionAttributeValues={":a": 1})
    if found["ScannedCount"] > 10:
        publish("many")


# unsafe: a key that is not known does not end the function
def swallowed(event, context):
    try:
        found = items.get_item(Key={"id": event["id"]}, ReturnConsumedCapacity="TOTAL")
        units = found["ConsumedCapacity"]["CapacityUnits"]
        publish(str(units))
    except KeyError:
        pass


# unsafe: nor does an attribute
# today unknown
def swallowed_attribute(event, context):
    try:
        if "text".isprintable():
            publish("printable")
    except AttributeError:
        pass


# unsafe: each request has an id of its own
# today unknown
def request_id(event, context):
    found = items.get_item(Key={"id": event["id"]})
    items.put_item(Item={"id": found["ResponseMetadata"]["RequestId"]})


# unsafe: objects have a length
def content_length(event, context):
    if objects.head_object(Bucket="files", Key=event["key"])["ContentLength"] > 1000:
        publish("large")


# unsafe: and a time
def last_modified(event, context):
    if objects.head_object(Bucket="files", Key=event["key"])["LastModified"].year < 2020:
        publish("old")


# unsafe: a bucket has more than a thousand objects
def is_truncated(event, context):
    if objects.list_objects_v2(Bucket="files")["IsTruncated"]:
        publish("more")


# unsafe: an empty bucket has no field for its objects
def nothing_listed(event, context):
    if "Contents" not in objects.list_objects_v2(Bucket="files"):
        publish("empty")


# unsafe: the code of a missing object is a number here
def code_of_head(event, context):
    try:
        objects.head_object(Bucket="files", Key=event["key"])
    except ClientError as e:
        if e.response["Error"]["Code"] == "404":
            publish("missing")


# unsafe: a failure tells its status
def status_of_failure(event, context):
    try:
        objects.get_object(Bucket="files", Key=event["key"])
    except ClientError as e:
        if e.response["ResponseMetadata"]["HTTPStatusCode"] == 404:
            publish("missing")


# unsafe: the text of a failure names its code
def text_of_failure(event, context):
    try:
        items.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")
    except ClientError as e:
        if "ConditionalCheckFailedException" in str(e):
            publish("known")


# unsafe: an update that changes nothing modifies nothing
def modified_count(event, context):
    done = users.update_one({"_id": event["id"]}, {"$set": {"name": event["name"]}})
    if done.matched_count == 1 and done.modified_count == 0:
        publish("same")


# unsafe: an upsert may insert
def upserted_id(event, context):
    done = users.update_one({"_id": event["id"]}, {"$set": {"name": "a"}}, upsert=True)
    if done.upserted_id:
        publish("new")


# unsafe: a session posts
def session(event, context):
    requests.Session().post("https://example.com/orders", json={"id": event["id"]})


# unsafe: so does an old copy
def vendored_requests(event, context):
    vendored.post("https://example.com/orders", json={"id": event["id"]})


# unsafe: a checkout is made
def checkout(event, context):
    stripe.checkout.Session.create(mode="payment", line_items=[{"price": event["price"]}])


# unsafe: an event is sent
def pushed(event, context):
    client = pusher.Pusher(app_id="1", key="k", secret="s")
    client.trigger("channel", "event", {"id": event["id"]})


# unsafe: a table is written to a bucket, under a key of its own
def to_bucket(event, context):
    pandas.DataFrame(event["rows"]).to_csv(f"s3://files/{time.time()}.csv")


# unsafe: the event says which method
# today unknown
def chosen_method(event, context):
    requests.request(event["method"], "https://example.com/orders")


# unsafe: options may say which method
def spread_options(event, context):
    requests.request(**event["request"])


# unsafe: the present time as text
def formatted_now(event, context):
    items.put_item(Item={"id": time.strftime("%Y-%m-%d %H:%M:%S")})


# safe: a function of the event
def formatted_then(event, context):
    items.put_item(Item={"id": time.strftime("%Y", time.gmtime(event["at"]))})


# unsafe: the present time as text
def current_time(event, context):
    items.put_item(Item={"id": time.ctime()})


# unsafe: a token holds the time and chance
def encrypted(event, context):
    items.put_item(Item={"id": Fernet(os.environ["KEY"]).encrypt(event["text"].encode()).decode()})


# unsafe: another process orders a set of texts in another way
def order_of_a_set(event, context):
    names = {event["first"], event["second"], "third"}
    items.put_item(Item={"id": list(names)[0]})


# unsafe: the first of a set that is computed from a list
# today unknown
def first_of_a_computed_set(event, context):
    names = list({name.lower() for name in event["names"]} - {"the"})
    items.put_item(Item={"id": names[0]})


# unsafe: the same by an iterator
def iterator_of_a_set(event, context):
    names = set(event["names"])
    items.put_item(Item={"id": next(iter(names))})


# unsafe: which one is taken out depends on the process
def taken_out_of_a_set(event, context):
    names = set(event["names"])
    items.put_item(Item={"id": names.pop()})


# unsafe: a list of what is in a set has the order of the set
def comprehension_over_a_set(event, context):
    names = [name.strip() for name in set(event["names"])]
    items.put_item(Item={"id": names[0]})


# unsafe: the first that fits depends on the order
def first_that_fits(event, context):
    chosen = None
    for name in set(event["names"]):
        if name != "nobody":
            chosen = name
            break
    items.put_item(Item={"id": chosen})


# unsafe: the place of an item in a set
def numbered_set(event, context):
    for place, name in enumerate(set(event["names"])):
        items.put_item(Item={"id": f"{name}-{place}"})


# safe: each item of a set is written, in whatever order
def each_of_a_set(event, context):
    for name in set(event["names"]):
        items.put_item(Item={"id": name})


# safe: whether any item fits does not depend on the order
def any_of_a_set(event, context):
    names = set(event["names"])
    if any(name == "admin" for name in names) and len(list(names)) > 1:
        items.put_item(Item={"id": event["id"]})


# safe: sorted, it is the same
def sorted_set(event, context):
    names = {event["first"], event["second"], "third"}
    items.put_item(Item={"id": "-".join(sorted(names))})


# unsafe: the host is another one in another container
def host_name(event, context):
    items.put_item(Item={"id": socket.gethostname()})


# unsafe: the same
def node(event, context):
    items.put_item(Item={"id": platform.node()})


# unsafe: so is the process
def process_id(event, context):
    items.put_item(Item={"id": str(os.getpid())})


# unsafe: so is the trace
def trace_id(event, context):
    items.put_item(Item={"id": os.environ["_X_AMZN_TRACE_ID"]})


# unsafe: so is the log stream
def log_stream(event, context):
    items.put_item(Item={"id": os.getenv("AWS_LAMBDA_LOG_STREAM_NAME")})


# unsafe: each operation of a bulk write counts
def bulk_write(event, context):
    users.bulk_write([UpdateOne({"_id": event["id"]}, {"$inc": {"visits": 1}})])


# unsafe: the attempt has written what the retry finds
def if_none_match(event, context):
    try:
        objects.put_object(Bucket="files", Key=event["key"], Body=event["text"], IfNoneMatch="*")
    except ClientError as e:
        if e.response["Error"]["Code"] == "PreconditionFailed":
            publish("known")


# unsafe: the retry copies what the attempt wrote
def copied(event, context):
    objects.copy_object(Bucket="files", Key="old", CopySource={"Bucket": "files", "Key": "current"})
    objects.put_object(Bucket="files", Key="current", Body=event["text"])


class Place:
    def __init__(self, street):
        self.street = street


class Named(Place):
    def __repr__(self):
        return f"Named({self.street})"


# unsafe: where an object lies in memory
def address(event, context):
    items.put_item(Item={"id": repr(object())})


# unsafe: a class that says nothing else shows where its instances lie
def address_of_place(event, context):
    items.put_item(Item={"id": repr(Place(event["street"]))})


# safe: a text of its own
def text_of_place(event, context):
    items.put_item(Item={"id": repr(Named(event["street"]))})


# unsafe: what is written to a file is what is read from it
# today unknown
def file_round_trip(event, context):
    with open("/tmp/id", "w") as file:
        file.write(str(uuid.uuid4()))
    with open("/tmp/id") as file:
        items.put_item(Item={"id": file.read()})


# unsafe: a file by its path
def path_round_trip(event, context):
    path = Path("/tmp/id")
    path.write_text(str(uuid.uuid4()))
    items.put_item(Item={"id": path.read_text()})


# unsafe: a buffer is like a file
def buffer_round_trip(event, context):
    buffer = io.StringIO()
    csv.writer(buffer).writerow([str(uuid.uuid4())])
    items.put_item(Item={"id": buffer.getvalue()})


# unsafe: what is compressed
# today unknown
def compressed(event, context):
    with gzip.open("/tmp/id", "wt") as file:
        file.write(str(uuid.uuid4()))
    with gzip.open("/tmp/id", "rt") as file:
        items.put_item(Item={"id": file.read()})


# unsafe: an element that has taken in what is new
def filled_element(event, context):
    root = ElementTree.Element("order")
    ElementTree.SubElement(root, "id").text = str(uuid.uuid4())
    items.put_item(Item={"id": ElementTree.tostring(root)})


# unsafe: a message with something new in it
def filled_message(event, context):
    message = EmailMessage()
    message["Message-ID"] = str(uuid.uuid4())
    items.put_item(Item={"id": message.as_string()})


# unsafe: a heap is a list
def heap(event, context):
    waiting = []
    heapq.heappush(waiting, str(uuid.uuid4()))
    items.put_item(Item={"id": heapq.heappop(waiting)})


# safe: nobody sees what is logged
def logged(event, context):
    logging.getLogger("orders").info("attempt %s", uuid.uuid4())
    items.put_item(Item={"id": event["id"]})


# unsafe: a method by its name
# today unknown
def method_by_name(event, context):
    operator.methodcaller("publish", TopicArn="news", Message=event["text"])(topics)


# unsafe: a function that is called until it gives something
# today unknown
def until(event, context):
    list(iter(lambda: publish(event["text"]), None))


# unsafe: how many objects there are
def counted_objects(event, context):
    items.put_item(Item={"id": str(gc.get_count())})


# unsafe: an operation whose name comes with the request
# today unknown
def operation_by_name(event, context):
    update = {"UpdateExpression": "ADD n :one", "ExpressionAttributeValues": {":one": 1}}
    getattr(items, event["operation"])(Key={"id": event["id"]}, **update)


# unsafe: the same of a client
# today unknown
def operation_of_client_by_name(event, context):
    getattr(topics, event["operation"])(TopicArn="news", Message=event["text"])


# unsafe: a retry finds no table
# today unknown
def whole_table(event, context):
    items.delete()


# unsafe: there may be no such parameter
# today unknown
def missing_parameter(event, context):
    try:
        parameters.get_parameter(Name=event["name"])
    except parameters.exceptions.ParameterNotFound:
        publish(event["name"])


# unsafe: the same by its code
# today unknown
def missing_by_code(event, context):
    try:
        parameters.get_parameter(Name=event["name"])
    except ClientError as error:
        if error.response["Error"]["Code"] == "ParameterNotFound":
            publish(event["name"])


# unsafe: whatever the reason
def missing_anyhow(event, context):
    try:
        parameters.get_parameter(Name=event["name"])
    except Exception:
        publish(event["name"])


# unsafe: a waiter gives up
# today unknown
def waiter_gives_up(event, context):
    try:
        tables.get_waiter("table_exists").wait(TableName="t")
    except WaiterError:
        publish("no table")


# safe: where there is no such parameter, there is none on the retry
def missing_answered(event, context):
    try:
        found = parameters.get_parameter(Name=event["name"])["Parameter"]["Value"]
    except parameters.exceptions.ParameterNotFound:
        return {"statusCode": 404}
    items.put_item(Item={"id": event["id"], "value": found})
    return {"statusCode": 200}


# unsafe: an execution may have no name
def name_may_be_missing(event, context):
    name = event["headers"].get("name")
    machines.start_execution(stateMachineArn="a", name=name, input="{}")


# unsafe: a job goes on by itself
# today unknown
def job_goes_on(event, context):
    found = jobs.get_transcription_job(TranscriptionJobName=event["job"])
    done = found["TranscriptionJob"]["TranscriptionJobStatus"] == "COMPLETED"
    items.put_item(Item={"id": event["id"] if done else event["id"] + "-pending"})


# unsafe: every answer has an identity
# today unknown
def identity_of_answer(event, context):
    found = parameters.get_parameter(Name="n")
    items.put_item(Item={"id": found["ResponseMetadata"]["RequestId"]})


# unsafe: the present time by a word
def word_for_now(event, context):
    items.put_item(Item={"id": str(pandas.Timestamp("now"))})


# unsafe: one row of several
def sampled(event, context):
    items.put_item(Item={"id": str(pandas.DataFrame(event["rows"]).sample(n=1))})


# unsafe: nothing is no time
def no_time(event, context):
    items.put_item(Item={"id": time.ctime(None)})


# unsafe: without an id a new one
def id_or_new(event, context):
    items.put_item(Item={"id": str(ObjectId(event.get("id")))})


# unsafe: what a program tells
def program_tells(event, context):
    items.put_item(Item={"id": subprocess.check_output(["date"])})


# unsafe: the encoded slash separates bucket and key
def encoded_source(event, context):
    found = objects.get_object(Bucket="b", Key="current")["Body"].read()
    objects.copy_object(Bucket="b", Key="before", CopySource="b%2Fcurrent")
    objects.put_object(Bucket="b", Key="current", Body=found + b"x")


class Counted(Model):
    class Meta:
        table_name = "counted"

    id = UnicodeAttribute(hash_key=True)
    version = VersionAttribute()


# unsafe: every save counts
# today unknown
def counted_versions(event, context):
    found = Counted.get(event["id"])
    found.save()
    return found.version


# unsafe: a zone is no time
def zone_only(event, context):
    items.put_item(Item={"id": str(arrow.get(tzinfo="Europe/Paris"))})


# unsafe: a time of day is one of today
def time_of_today(event, context):
    items.put_item(Item={"id": str(pandas.Timestamp("10:00"))})


class Named(Model):
    class Meta:
        table_name = "named"

    id = UnicodeAttribute(hash_key=True, default_for_new=lambda: str(uuid.uuid4()))


# unsafe: a new item has a new id
def new_by_default(event, context):
    Named().save()


# unsafe: the method is set after the request was made
def request_method_later(event, context):
    asked = urllib.request.Request("https://example.com/pay")
    asked.method = "POST"
    urllib.request.urlopen(asked)


# unsafe: data is posted
def request_data_later(event, context):
    asked = urllib.request.Request("https://example.com/pay")
    asked.data = event["body"].encode()
    urllib.request.urlopen(asked)


# unsafe: what gives the method is replaced
def request_method_replaced(event, context):
    asked = urllib.request.Request("https://example.com/pay")
    asked.get_method = lambda: "POST"
    urllib.request.urlopen(asked)


# safe: the same, and it only looks
def request_looks(event, context):
    asked = urllib.request.Request("https://example.com/orders")
    asked.get_method = lambda: "HEAD"
    urllib.request.urlopen(asked)


# unsafe: attributes are set by name
def request_attribute_set(event, context):
    asked = urllib.request.Request("https://example.com/pay")
    setattr(asked, "method", "POST")
    urllib.request.urlopen(asked)


# safe: a header changes nothing
def request_header_later(event, context):
    asked = urllib.request.Request("https://example.com/orders")
    asked.add_header("Accept", "application/json")
    urllib.request.urlopen(asked)


# unsafe: a hook of the client posts
# today unknown
def session_hook(event, context):
    client = requests.Session()
    client.hooks["response"].append(lambda answer, *rest, **more: requests.post("https://example.com/pay"))
    client.get("https://example.com/orders")


# unsafe: a hook of the request posts
# today unknown
def request_hook(event, context):
    def pay(answer, *rest, **more):
        requests.post("https://example.com/pay")

    requests.get("https://example.com/orders", hooks={"response": pay})


# unsafe: an adapter of the program sends what it likes
# today unknown
def session_adapter(event, context):
    class Paying(requests.adapters.HTTPAdapter):
        def send(self, request, **more):
            requests.post("https://example.com/pay")
            return super().send(request, **more)

    client = requests.Session()
    client.mount("https://", Paying())
    client.get("https://example.com/orders")


# unsafe: what authenticates the client posts
# today unknown
def session_auth(event, context):
    class Signed(requests.auth.AuthBase):
        def __call__(self, request):
            request.method = "POST"
            return request

    client = requests.Session()
    client.auth = Signed()
    client.get("https://example.com/pay")


# unsafe: a request that was prepared
# today unknown
def prepared_request(event, context):
    asked = requests.Request("GET", "https://example.com/pay")
    asked.method = "POST"
    requests.Session().send(asked.prepare())


# unsafe: posts over a connection
def connection_posts(event, context):
    connection = http.client.HTTPSConnection("example.com")
    connection.request("POST", "/pay", event["body"])
    connection.getresponse()


# unsafe: the method comes by name
def connection_posts_by_name(event, context):
    connection = http.client.HTTPSConnection("example.com")
    connection.request(url="/pay", method="POST")
    connection.getresponse()


# unsafe: bit by bit
# today unknown
def connection_puts(event, context):
    connection = http.client.HTTPSConnection("example.com")
    connection.putrequest("POST", "/pay")
    connection.endheaders()
    connection.getresponse()


# safe: asks over a connection
def connection_asks(event, context):
    connection = http.client.HTTPSConnection("example.com")
    connection.request("GET", "/orders")
    connection.getresponse().read()


# unsafe: what opens addresses was made by the program
# today unknown
def opener_installed(event, context):
    class Paying(urllib.request.HTTPSHandler):
        def https_open(self, request):
            requests.post("https://example.com/pay")
            return super().https_open(request)

    urllib.request.install_opener(urllib.request.build_opener(Paying()))
    urllib.request.urlopen("https://example.com/orders")


def is_identifier(text):
    try:
        uuid.UUID(text)
        return True
    except ValueError:
        return False


# unsafe: what the standard library refuses is told
# today unknown
def refused_by_library(event, context):
    if not is_identifier(event["id"]):
        publish("no identifier")


# unsafe: what a package refuses is told
# today unknown
def refused_by_package(event, context):
    refused = False
    try:
        yaml.safe_load(event["text"])
    except yaml.YAMLError:
        refused = True
    if refused:
        publish("no yaml")


# unsafe: a clock
def clock_in_nanoseconds(event, context):
    items.put_item(Item={"id": str(time.perf_counter_ns())})


# unsafe: a link says until when it is valid
def signed_link(event, context):
    link = objects.generate_presigned_url("get_object", Params={"Bucket": "b", "Key": event["key"]})
    items.put_item(Item={"id": link})


# unsafe: a copy may be refused
def copy_refused(event, context):
    source = {"Bucket": "b", "Key": "a"}
    try:
        objects.copy_object(Bucket="c", Key=event["key"], CopySource=source, CopySourceIfUnmodifiedSince=event["at"])
    except ClientError as error:
        if error.response["Error"]["Code"] == "PreconditionFailed":
            publish("again")
