# Handlers whose state hides in an object: a file that an earlier attempt left, a buffer that is
# filled by its elements, an object of a library that takes in what it is given. Most come in
# pairs: what is new on every attempt is not safe, what the request says is.

import array
import csv
import functools
import hashlib
import io
import itertools
import json
import os
import pickle
import random
import struct
import sys
import time
import uuid
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import boto3
import numpy
from collections import ChainMap, Counter, OrderedDict, UserDict, deque


items = boto3.resource("dynamodb").Table("items")
topics = boto3.client("sns")
objects = boto3.client("s3")


def put(identifier):
    items.put_item(Item={"id": identifier})


# unsafe: an earlier attempt may have left the file
def file_left(event, context):
    path = "/tmp/state"
    if os.path.exists(path):
        with open(path) as file:
            put(file.read())
    with open(path, "w") as file:
        file.write(event["id"])


# safe: the file is written before it is read
def file_written_first(event, context):
    with open("/tmp/state", "w") as file:
        file.write(event["id"])
    with open("/tmp/state") as file:
        put(file.read())


# unsafe: what is in the directory depends on the instance
def listed_files(event, context):
    put("-".join(sorted(os.listdir("/tmp"))))


# unsafe: a file to which every attempt appends
def appended_file(event, context):
    with open("/tmp/log", "a") as file:
        file.write(event["id"])
    with open("/tmp/log") as file:
        put(file.read())


# safe: a file of the deployment
def deployed_file(event, context):
    with open("config.json") as file:
        put(json.load(file)["id"] + event["id"])


# unsafe: how old a file is depends on the instance
def age_of_file(event, context):
    put(str(os.stat("/tmp/model").st_mtime))


# unsafe: a marker of an earlier attempt, which is not there the first time
def marker_opened(event, context):
    try:
        open("/tmp/" + event["id"]).close()
    except FileNotFoundError:
        topics.publish(TopicArn="news", Message=event["id"])
        with open("/tmp/" + event["id"], "w") as file:
            file.write("done")


# unsafe: the same, made in a way that fails where it is there
def marker_made(event, context):
    try:
        open("/tmp/" + event["id"], "x").close()
    except FileExistsError:
        return
    topics.publish(TopicArn="news", Message=event["id"])


# unsafe: a marker of an earlier attempt that is removed
def marker_removed(event, context):
    try:
        os.remove(os.path.join("/tmp/work", event["id"]))
    except OSError:
        put(str(uuid.uuid4()))


# unsafe: a path that only an earlier attempt can have filled
def path_left(event, context):
    path = Path("/tmp/state")
    if path.exists():
        topics.publish(TopicArn="news", Message=event["id"])
    path.write_text(event["id"])


# unsafe: a file that is written only sometimes
def file_written_sometimes(event, context):
    if event["id"] == "first":
        with open("/tmp/state", "w") as file:
            file.write(event["id"])
    with open("/tmp/state") as file:
        put(file.read())


# unsafe: a directory that may have been there
def directory_kept(event, context):
    os.makedirs("/tmp/work", exist_ok=True)
    if not os.path.exists("/tmp/work/done"):
        put(str(uuid.uuid4()))


# unsafe: who says where a file is has not written it
def file_logged(event, context):
    print("/tmp/state")
    if not os.path.exists("/tmp/state"):
        put(str(uuid.uuid4()))


# safe: whether the file is there makes no difference
def file_cached(event, context):
    path = "/tmp/" + event["id"]
    if not os.path.exists(path):
        with open(path, "w") as file:
            file.write(event["id"])
    put(event["id"])


# unsafe: an element of a byte array
def byte_array(event, context):
    buffer = bytearray(4)
    buffer[0] = random.randrange(256)
    put(buffer.hex())


# safe: an element of a byte array that the request gives
def byte_array_given(event, context):
    buffer = bytearray(4)
    buffer[0] = event["byte"]
    put(buffer.hex())


# unsafe: an array of numbers
def number_array(event, context):
    numbers = array.array("d", [0.0])
    numbers[0] = time.time()
    put(str(numbers[0]))


# unsafe: a number packed into a buffer
def packed(event, context):
    buffer = bytearray(8)
    struct.pack_into("d", buffer, 0, time.time())
    put(buffer.hex())


# safe: a number of the request packed into a buffer
def packed_given(event, context):
    buffer = bytearray(8)
    struct.pack_into("d", buffer, 0, event["number"])
    put(buffer.hex())


# unsafe: a buffer that a stream fills
def filled_by_stream(event, context):
    buffer = bytearray(16)
    io.BytesIO(os.urandom(16)).readinto(buffer)
    put(buffer.hex())


# unsafe: what a helper returns for nothing
def returned_update(event, context):
    digest = hashlib.sha256()

    def add(text):
        return digest.update(text.encode())

    add(str(uuid.uuid4()))
    put(digest.hexdigest())


# safe: what a helper returns for nothing
def returned_update_given(event, context):
    digest = hashlib.sha256()

    def add(text):
        return digest.update(text.encode())

    add(event["id"])
    put(digest.hexdigest())


# unsafe: a method that is kept
def kept_method(event, context):
    digest = hashlib.sha256()
    update = digest.update
    update(os.urandom(4))
    put(digest.hexdigest())


# unsafe: a method that map calls
def mapped_method(event, context):
    digest = hashlib.sha256()
    list(map(digest.update, [os.urandom(4)]))
    put(digest.hexdigest())


# unsafe: a method bound by partial
def partial_method(event, context):
    digest = hashlib.sha256()
    functools.partial(digest.update, os.urandom(4))()
    put(digest.hexdigest())


# unsafe: an archive
def archive(event, context):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        zipped.writestr("id", str(uuid.uuid4()))
    put(buffer.getvalue().hex())


# unsafe: what is printed into a buffer
def printed(event, context):
    buffer = io.StringIO()
    print(uuid.uuid4(), file=buffer)
    put(buffer.getvalue())


# safe: what the request says, printed into a buffer
def printed_given(event, context):
    buffer = io.StringIO()
    print(event["id"], file=buffer)
    put(buffer.getvalue())


# unsafe: JSON written into a buffer
def dumped(event, context):
    buffer = io.StringIO()
    json.dump({"id": str(uuid.uuid4())}, buffer)
    put(buffer.getvalue())


# safe: JSON of the request written into a buffer
def dumped_given(event, context):
    buffer = io.StringIO()
    json.dump({"id": event["id"]}, buffer)
    put(buffer.getvalue())


# unsafe: a pickle written into a buffer
def pickled(event, context):
    buffer = io.BytesIO()
    pickle.dump(str(uuid.uuid4()), buffer)
    put(buffer.getvalue().hex())


# safe: rows of the request in a buffer
def rows_written_given(event, context):
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in event["rows"]:
        writer.writerow([row["id"], row["name"]])
    objects.put_object(Bucket="files", Key=event["id"], Body=buffer.getvalue())


# unsafe: an attribute of an element
def element_attribute(event, context):
    root = ElementTree.Element("order")
    root.set("id", str(uuid.uuid4()))
    put(ElementTree.tostring(root, encoding="unicode"))


# safe: an attribute of an element that the request gives
def element_attribute_given(event, context):
    root = ElementTree.Element("order")
    root.set("id", event["id"])
    put(ElementTree.tostring(root, encoding="unicode"))


# unsafe: a generator with a seed that is new
def new_seed(event, context):
    generator = random.Random(time.time())
    put(str(generator.random()))


# safe: a generator with a seed of the request
def seed_given(event, context):
    generator = random.Random(event["id"])
    put(str(generator.random()))


# unsafe: an array of numpy
def numpy_array(event, context):
    numbers = numpy.zeros(3)
    numbers[0] = time.time()
    put(str(numbers.sum()))


# safe: an array of numpy with what the request gives
def numpy_array_given(event, context):
    numbers = numpy.zeros(3)
    numbers[0] = event["number"]
    put(str(numbers.sum()))


numbers = itertools.count()


last_id = "none"


# unsafe: a global by its name
# today unknown
def by_globals(event, context):
    globals()["last_id"] = str(uuid.uuid4())
    put(last_id)


class Holder:
    value = "none"


# unsafe: an attribute of the instance by its dictionary
# today unknown
def by_dict(event, context):
    holder = Holder()
    holder.__dict__["value"] = str(uuid.uuid4())
    put(holder.value)


# unsafe: an attribute of a module
# today unknown
def module_attribute(event, context):
    sys.modules[__name__].last_id = str(uuid.uuid4())
    put(last_id)


def accumulator():
    total = ""
    while True:
        given = yield total
        total = total + str(given)


# unsafe: a generator that is sent something
# today unknown
def sent(event, context):
    running = accumulator()
    next(running)
    put(running.send(uuid.uuid4()))


# unsafe: the environment is given something new
# today unknown
def environment_new(event, context):
    os.environ["TOKEN"] = str(uuid.uuid4())
    put(os.environ["TOKEN"])


class Stamps(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, str(uuid.uuid4()))


# unsafe: a user's own dictionary class
# today unknown
def user_dictionary(event, context):
    stamps = Stamps()
    stamps["a"] = "1"
    put(stamps["a"])


# unsafe: the request may ask for the trace of the attempt
def environment_by_name(event, context):
    put(os.environ[event["name"]])


# unsafe: the same by a method
def environment_got_by_name(event, context):
    put(os.environ.get(event["name"], "none"))


# unsafe: what stands in for a setting is new
# today unknown
def environment_or_new(event, context):
    put(os.environ.get("SETTING_" + event["name"], str(uuid.uuid4())))


# safe: no setting of the instance has such a name
def environment_of_tenant(event, context):
    put(os.environ["TENANT_" + event["name"]])
