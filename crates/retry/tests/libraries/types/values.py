# What stores give back for what they are given, and what their clients refuse.

import os
from decimal import Decimal

import boto3
import psycopg
import psycopg2
import pymysql
import redis
from bson import ObjectId
from pymongo import MongoClient

table = boto3.resource("dynamodb").Table("t1")
table2 = boto3.resource("dynamodb").Table("t2")
table3 = boto3.resource("dynamodb").Table("t3")
raw = boto3.client("dynamodb")
sns = boto3.client("sns")
s3 = boto3.client("s3")
texts = redis.Redis(decode_responses=True)
bytez = redis.Redis()
things = MongoClient(os.environ["URL"])["shop"]["things"]


def notify():
    sns.publish(TopicArn=os.environ["TOPIC"], Message="x")


# unsafe: a tuple comes back as a list
# today unknown
def dynamo_tuple(event, context):
    table.put_item(Item={"id": event["id"], "pair": (1, 2)})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    if item["pair"] != (1, 2):
        notify()


# unsafe: a list stays a list, of Decimals, that equal whole numbers
# today unknown
def dynamo_list(event, context):
    table.put_item(Item={"id": event["id"], "pair": [1, 2]})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    if item["pair"] == [1, 2]:
        notify()


# unsafe: a number is a Decimal
# today unknown
def dynamo_decimal(event, context):
    table.put_item(Item={"id": event["id"], "n": 5})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    if not isinstance(item["n"], int):
        notify()


# unsafe: a Decimal is written out otherwise
# today unknown
def dynamo_decimal_repr(event, context):
    table.put_item(Item={"id": event["id"], "n": 5})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    if repr(item["n"]) != "5":
        notify()


# unsafe: JSON does not take Decimals
# today unknown
def dynamo_decimal_json(event, context):
    import json
    table.put_item(Item={"id": event["id"], "n": 5})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    try:
        json.dumps(item)
    except TypeError:
        notify()


# unsafe: a float is refused
def dynamo_float(event, context):
    try:
        table2.put_item(Item={"id": event["id"], "n": 1.5})
    except TypeError:
        notify()


# unsafe: a float is refused, wherever it comes from
def dynamo_float_of(event, context):
    try:
        table2.put_item(Item={"id": event["id"], "n": float(event["n"])})
    except TypeError:
        notify()


# unsafe: a quotient is a float
# today unknown
def dynamo_quotient(event, context):
    try:
        table2.put_item(Item={"id": event["id"], "n": event["n"] / 2})
    except TypeError:
        notify()


# unsafe: an empty set is refused
def dynamo_empty_set(event, context):
    try:
        table3.put_item(Item={"id": event["id"], "tags": set()})
    except Exception:
        notify()


# unsafe: a date is refused
# today unknown
def dynamo_date(event, context):
    import datetime
    try:
        table3.put_item(Item={"id": event["id"], "day": datetime.date(2024, 1, 1)})
    except TypeError:
        notify()


# unsafe: bytes come back as Binary
def dynamo_bytes(event, context):
    table3.put_item(Item={"id": event["id"], "data": b"x"})
    item = table3.get_item(Key={"id": event["id"]})["Item"]
    if not isinstance(item["data"], bytes):
        notify()


# unsafe: N comes back as a text
def raw_number(event, context):
    raw.put_item(TableName="t9", Item={"id": {"S": event["id"]}, "n": {"N": "5"}})
    item = raw.get_item(TableName="t9", Key={"id": {"S": event["id"]}})["Item"]
    if item["n"]["N"] != 5:
        notify()


# unsafe: True is no number
def dynamo_true(event, context):
    table.put_item(Item={"id": event["id"], "n": True})
    item = table.get_item(Key={"id": event["id"]})["Item"]
    if item["n"] is True:
        notify()


# unsafe: numbers come back as texts
def redis_hgetall(event, context):
    texts.hset("a:" + event["id"], mapping={"n": 5})
    if texts.hgetall("a:" + event["id"])["n"] != 5:
        notify()


# unsafe: bytes
def redis_hgetall_bytes(event, context):
    bytez.hset("b:" + event["id"], mapping={"n": "5"})
    if bytez.hgetall("b:" + event["id"])[b"n"] != "5":
        notify()


# unsafe: bytes
# today unknown
def redis_get_bytes(event, context):
    bytez.set("c:" + event["id"], 5)
    if bytez.get("c:" + event["id"]) != "5":
        notify()


# unsafe: texts
def redis_hget(event, context):
    texts.hset("d:" + event["id"], "n", 5)
    if texts.hget("d:" + event["id"], "n") != 5:
        notify()


# unsafe: texts
def redis_smembers(event, context):
    texts.sadd("e:" + event["id"], 5)
    if 5 not in texts.smembers("e:" + event["id"]):
        notify()


# unsafe: redis-py refuses None
# today unknown
def redis_none(event, context):
    try:
        texts.set("f:" + event["id"], None)
    except redis.DataError:
        notify()


# unsafe: redis-py refuses truth values
# today unknown
def redis_true(event, context):
    try:
        texts.set("g:" + event["id"], True)
    except redis.DataError:
        notify()


# unsafe: redis-py refuses records
# today unknown
def redis_dict(event, context):
    try:
        texts.set("g:" + event["id"], {"a": 1})
    except redis.DataError:
        notify()


# unsafe: numeric is a Decimal that is no int
# today unknown
def pg_numeric(event, context):
    with psycopg2.connect(os.environ["URL"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bills (id, total) VALUES (%s, 5) ON CONFLICT (id) DO UPDATE SET total = 5", (event["id"],))
            cursor.execute("SELECT total FROM bills WHERE id = %s", (event["id"],))
            total = cursor.fetchone()[0]
    if not isinstance(total, int):
        notify()


# safe: a Decimal of 5 equals 5
def pg_numeric_equal(event, context):
    with psycopg2.connect(os.environ["URL"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bills (id, total) VALUES (%s, 5) ON CONFLICT (id) DO UPDATE SET total = 5", (event["id"],))
            cursor.execute("SELECT total FROM bills WHERE id = %s", (event["id"],))
            total = cursor.fetchone()[0]
    if total != 5:
        notify()


# unsafe: a text in a date column is a date
def pg_date(event, context):
    with psycopg.connect(os.environ["URL"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO marks (id, day) VALUES (%s, '2024-01-01') ON CONFLICT (id) DO UPDATE SET day = '2024-01-01'", (event["id"],))
            cursor.execute("SELECT day FROM marks WHERE id = %s", (event["id"],))
            day = cursor.fetchone()[0]
    if day != "2024-01-01":
        notify()


# unsafe: a text in a uuid column is a UUID
def pg_uuid(event, context):
    with psycopg.connect(os.environ["URL"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO marks (id, ref) VALUES (%s, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11') ON CONFLICT (id) DO UPDATE SET ref = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", (event["id"],))
            cursor.execute("SELECT ref FROM marks WHERE id = %s", (event["id"],))
            ref = cursor.fetchone()[0]
    if ref != "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11":
        notify()


# unsafe: tinyint(1) is 1, no truth value
def my_boolean(event, context):
    connection = pymysql.connect(host=os.environ["HOST"], autocommit=True)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO flags (id, done) VALUES (%s, true) ON DUPLICATE KEY UPDATE done = true", (event["id"],))
        cursor.execute("SELECT done FROM flags WHERE id = %s", (event["id"],))
        done = cursor.fetchone()[0]
    if done is not True:
        notify()


# unsafe: the rows of pymysql are tuples
# today unknown
def my_rows(event, context):
    connection = pymysql.connect(host=os.environ["HOST"], autocommit=True)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO flags (id, n) VALUES (%s, 5) ON DUPLICATE KEY UPDATE n = 5", (event["id"],))
        cursor.execute("SELECT n FROM flags WHERE id = %s", (event["id"],))
        row = cursor.fetchone()
    if row != [5]:
        notify()


# unsafe: a tuple comes back as a list
# today unknown
def mongo_tuple(event, context):
    things.update_one({"_id": event["id"]}, {"$set": {"pair": (1, 2)}}, upsert=True)
    found = things.find_one({"_id": event["id"]})
    if found and found["pair"] != (1, 2):
        notify()


# unsafe: a text is no ObjectId
# today unknown
def mongo_id(event, context):
    things.update_one({"_id": ObjectId(event["id"])}, {"$set": {"n": 1}}, upsert=True)
    found = things.find_one({"_id": ObjectId(event["id"])})
    if found and found["_id"] != event["id"]:
        notify()


# safe: ObjectIds of one text are equal
# today unknown
def mongo_id_equal(event, context):
    things.update_one({"_id": ObjectId(event["id"])}, {"$set": {"n": 1}}, upsert=True)
    found = things.find_one({"_id": ObjectId(event["id"])})
    if found and found["_id"] != ObjectId(event["id"]):
        notify()


# unsafe: sets are refused
# today unknown
def mongo_set(event, context):
    try:
        things.update_one({"_id": event["id"]}, {"$set": {"tags": {"a"}}}, upsert=True)
    except Exception:
        notify()


# unsafe: boto3 refuses numbers in metadata
# today unknown
def s3_metadata(event, context):
    try:
        s3.put_object(Bucket="m1", Key=event["id"], Body="x", Metadata={"n": 5})
    except Exception:
        notify()


# safe: the body is bytes
def s3_decoded(event, context):
    s3.put_object(Bucket="m3", Key=event["id"], Body="x")
    if s3.get_object(Bucket="m3", Key=event["id"])["Body"].read().decode() != "x":
        notify()


# unsafe: a body can be read once
def s3_twice(event, context):
    s3.put_object(Bucket="m4", Key=event["id"], Body="x")
    body = s3.get_object(Bucket="m4", Key=event["id"])["Body"]
    body.read()
    if body.read().decode() != "x":
        notify()
