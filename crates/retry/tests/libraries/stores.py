# Stores through their usual clients.

import json
import os

import asyncio
import asyncpg
import boto3
import psycopg2
import pymysql
import redis
from pymongo import MongoClient, ReturnDocument
from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import PutError
from pynamodb.models import Model
from sqlalchemy import create_engine, text

cache = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
mongo = MongoClient(os.environ["MONGO_URL"])
things = mongo["shop"]["things"]


# safe: a score only rises
def zadd_greater(event, context):
    cache.zadd("board", {event["player"]: event["score"]}, gt=True)


# safe: the same score again
def zadd_plain(event, context):
    cache.zadd("board", {event["player"]: event["score"]})


# unsafe: the score rises again
def zadd_increment(event, context):
    cache.zincrby("board", event["by"], event["player"])


# safe: it only looks
def zrevrange(event, context):
    return cache.zrevrange("board", 0, 9, withscores=True)


# safe: it only looks
def several(event, context):
    return cache.mget([event["a"], event["b"]])


# unsafe: pushes again
def pushed(event, context):
    cache.rpush("jobs", json.dumps(event))


# unsafe: takes another one on the retry
# today unknown
def popped(event, context):
    return cache.lpop("jobs")


# safe: the same fields again
def fields(event, context):
    cache.hset(f"user:{event['id']}", mapping={"name": event["name"], "mail": event["mail"]})


# unsafe: seen twice
def announced(event, context):
    cache.publish("news", event["text"])


# safe: the same value for a time
def cached(event, context):
    cache.set(f"cache:{event['id']}", event["value"], ex=60)


# unsafe: counts again
# today unknown
def piped(event, context):
    pipe = cache.pipeline()
    pipe.incr("hits")
    pipe.expire("hits", 60)
    pipe.execute()


# safe: sets the same again
def mongo_upsert(event, context):
    things.update_one({"_id": event["id"]}, {"$set": {"name": event["name"]}}, upsert=True)


# safe: it only looks
def mongo_find(event, context):
    return [thing["name"] for thing in things.find({"owner": event["owner"]}).sort("at", -1).limit(5)]


# unsafe: counts again
def mongo_inc(event, context):
    things.find_one_and_update(
        {"_id": event["id"]}, {"$inc": {"n": 1}}, return_document=ReturnDocument.AFTER
    )


class Visit(Model):
    class Meta:
        table_name = "visits"

    id = UnicodeAttribute(hash_key=True)
    hits = NumberAttribute(default=0)
    left = NumberAttribute(default=0)
    state = UnicodeAttribute(null=True)


# unsafe: takes as many again
def pynamodb_take(event, context):
    taken = Visit.left.set(Visit.left - event["count"])
    Visit(event["id"]).update(actions=[taken], condition=Visit.left >= event["count"])


# safe: sets the same again
def pynamodb_set(event, context):
    Visit(event["id"]).update(actions=[Visit.left.set(event["count"])])


# unsafe: the retry finds what the attempt has set, and is refused
# today unknown
def pynamodb_refused(event, context):
    Visit(event["id"]).update(actions=[Visit.state.set("left")], condition=Visit.state != "left")


# safe: the same item again
def pynamodb_save(event, context):
    Visit(event["id"], hits=event["hits"]).save()


# unsafe: counts again
def pynamodb_count(event, context):
    Visit(event["id"]).update(actions=[Visit.hits.add(1)])


# unsafe: counts again
def psycopg2_count(event, context):
    with psycopg2.connect(os.environ["DATABASE_URL"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE people SET seen = seen + 1 WHERE id = %s", (event["id"],))


# safe: sets the same again
def pymysql_set(event, context):
    connection = pymysql.connect(host=os.environ["HOST"], cursorclass=pymysql.cursors.DictCursor)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE people SET name = %s WHERE id = %s", (event["name"], event["id"]))
    connection.commit()


# safe: sets the same again
def asyncpg_set(event, context):
    async def run():
        connection = await asyncpg.connect(os.environ["DATABASE_URL"])
        await connection.execute("UPDATE people SET name = $2 WHERE id = $1", event["id"], event["name"])
        await connection.close()

    asyncio.run(run())


engine = create_engine("postgresql+psycopg2://localhost/shop")


# safe: sets the same again
def sqlalchemy_text(event, context):
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE people SET name = :name WHERE id = :id"),
            {"name": event["name"], "id": event["id"]},
        )


# safe: it only looks at columns, by their names and places
def sqlalchemy_columns(event, context):
    with engine.connect() as connection:
        row = connection.execute(text("SELECT name, seen FROM people WHERE id = :id"), {"id": event["id"]}).first()
    return None if row is None else {"name": row.name, "seen": row[1]}


# unsafe: the number that was read goes up again
def sqlalchemy_column_written(event, context):
    with engine.begin() as connection:
        row = connection.execute(text("SELECT seen FROM people WHERE id = :id"), {"id": event["id"]}).first()
        if row is not None:
            connection.execute(
                text("UPDATE people SET seen = :seen WHERE id = :id"), {"seen": row.seen + 1, "id": event["id"]}
            )


# safe: the visit is made once, and the refusal is swallowed
def pynamodb_once(event, context):
    try:
        Visit(event["id"], hits=1).save(condition=Visit.id.does_not_exist())
    except PutError as error:
        if error.cause_response_code != "ConditionalCheckFailedException":
            raise


# unsafe: the refusal is told
def pynamodb_once_told(event, context):
    try:
        Visit(event["id"], hits=1).save(condition=Visit.id.does_not_exist())
    except PutError as error:
        return error.cause_response_code


# unsafe: an answer has no place for what is not there, and each attempt tells so
def batch_get_nothing(event, context):
    found = boto3.resource("dynamodb").batch_get_item(RequestItems={"things": {"Keys": [{"id": event["id"]}]}})
    if not found["Responses"]["things"]:
        boto3.client("sns").publish(TopicArn="topic", Message=event["id"])


# unsafe: the retry finds the item and is refused
# today unknown
def expected_nothing(event, context):
    boto3.resource("dynamodb").Table("things").put_item(
        Item={"id": event["id"]}, Expected={"id": {"Exists": False}}
    )


# unsafe: the size is another one once the object is written
# today unknown
def object_attributes(event, context):
    s3 = boto3.client("s3")
    told = s3.get_object_attributes(Bucket="files", Key="log", ObjectAttributes=["ObjectSize"])
    cache.set("size:" + str(told["ObjectSize"]), event["id"])
    s3.put_object(Bucket="files", Key="log", Body=event["text"])


# unsafe: the object is still there when one of its versions is deleted, and each attempt tells so
def delete_version(event, context):
    s3 = boto3.client("s3")
    s3.delete_objects(Bucket="files", Delete={"Objects": [{"Key": "log", "VersionId": event["version"]}]})
    try:
        s3.head_object(Bucket="files", Key="log")
        boto3.client("sns").publish(TopicArn="topic", Message=event["id"])
    except s3.exceptions.ClientError:
        pass


raw = redis.Redis.from_url(os.environ["REDIS_URL"])


# unsafe: this client says that it is true
def redis_set_is_true(event, context):
    if cache.set("new:" + event["id"], "1", nx=True) is True:
        cache.publish("news", event["id"])


# unsafe: bytes are no text
# today unknown
def redis_bytes(event, context):
    raw.set("bytes:" + event["id"], "done")
    if raw.get("bytes:" + event["id"]) != "done":
        raw.publish("news", event["id"])


# safe: bytes are compared with bytes
def redis_compared_bytes(event, context):
    raw.set("same:" + event["id"], "done")
    if raw.get("same:" + event["id"]) != b"done":
        raw.publish("news", event["id"])


# unsafe: the names of fields are bytes, too
def redis_names_in_bytes(event, context):
    raw.hset("hash:" + event["id"], "a", "1")
    if "a" not in raw.hgetall("hash:" + event["id"]):
        raw.publish("news", event["id"])


# unsafe: a number that is stored comes back as its text
def redis_number(event, context):
    cache.set("number:" + event["id"], 5)
    if cache.get("number:" + event["id"]) != 5:
        cache.publish("news", event["id"])


# unsafe: a field that is missing is null
def mongo_null(event, context):
    things.update_one({"_id": event["id"]}, {"$unset": {"lock": 1}})
    things.update_one({"_id": event["id"], "lock": None}, {"$inc": {"n": 1}})


# unsafe: the retry removes another one
# today unknown
def mongo_removes_one(event, context):
    things.delete_one({"user": event["user"]})
