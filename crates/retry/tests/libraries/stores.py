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
