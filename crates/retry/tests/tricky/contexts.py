# Context managers: what stands before the yield of a generator happens when a block is
# entered, what stands behind it when the block is left. The comment above each handler
# says what is true of it alone.

import os
from contextlib import contextmanager

import boto3
import psycopg2
from sqlalchemy import create_engine, text

table = boto3.resource("dynamodb").Table("items")
locks = boto3.resource("dynamodb").Table("locks")
engine = create_engine(os.environ["DATABASE_URL"])


@contextmanager
def committed():
    connection = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        yield connection.cursor()
        connection.commit()
    except Exception:
        connection.rollback()
        raise
    finally:
        connection.close()


# unsafe: the commit comes when the block is left, so the statement counts
def commits_behind_the_yield(event, context):
    with committed() as cursor:
        cursor.execute("UPDATE counters SET hits = hits + 1 WHERE page = %s", (event["page"],))


# unsafe: also if the block is left by a return
def commits_on_return(event, context):
    with committed() as cursor:
        cursor.execute("UPDATE counters SET hits = hits + 1 WHERE page = %s", (event["page"],))
        return {"page": event["page"]}


# safe: the row is inserted once, and the commit is one step
def inserts_once(event, context):
    with committed() as cursor:
        cursor.execute(
            "INSERT INTO visitors (id) VALUES (%s) ON CONFLICT (id) DO NOTHING", (event["id"],)
        )


@contextmanager
def forgotten():
    connection = psycopg2.connect(os.environ["DATABASE_URL"])
    yield connection.cursor()
    connection.close()


# safe: nobody commits
def never_commits(event, context):
    with forgotten() as cursor:
        cursor.execute("UPDATE counters SET hits = hits + 1 WHERE page = %s", (event["page"],))


@contextmanager
def transaction():
    with psycopg2.connect(os.environ["DATABASE_URL"]) as connection:
        with connection.cursor() as cursor:
            yield cursor


# unsafe: the connection around the yield commits when its own block is left
def commits_around_the_yield(event, context):
    with transaction() as cursor:
        cursor.execute("UPDATE counters SET hits = hits + 1 WHERE page = %s", (event["page"],))


@contextmanager
def noted(id):
    seen = "Item" in locks.get_item(Key={"id": id})
    yield seen
    locks.put_item(Item={"id": id})


# unsafe: the note comes after the work, so a crash between them does the work again
def notes_behind_the_yield(event, context):
    with noted(event["id"]) as seen:
        if not seen:
            table.update_item(
                Key={"id": event["item"]},
                UpdateExpression="ADD n :one",
                ExpressionAttributeValues={":one": 1},
            )


@contextmanager
def swallowing():
    try:
        yield
    except Exception:
        print("never mind")


# safe: what is swallowed is the same on the retry
def swallows(event, context):
    with swallowing():
        table.put_item(Item={"id": event["id"]}, ConditionExpression="attribute_not_exists(id)")


class Counted:
    def __init__(self, id):
        self.id = id

    @contextmanager
    def counting(self, by):
        yield self
        table.update_item(
            Key={"id": self.id},
            UpdateExpression="ADD n :by",
            ExpressionAttributeValues={":by": by},
        )


# unsafe: a method is a context manager like a function
def method_as_context(event, context):
    with Counted(event["id"]).counting(2) as counted:
        print(counted.id)


# unsafe: `engine.begin()` commits when its block is left
def engine_begins(event, context):
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE counters SET hits = hits + 1 WHERE page = :page"), {"page": event["page"]}
        )


# unsafe: a commit by hand
def engine_connects(event, context):
    with engine.connect() as connection:
        connection.execute(
            text("UPDATE counters SET hits = hits + 1 WHERE page = :page"), {"page": event["page"]}
        )
        connection.commit()


# safe: what is not committed is rolled back
def engine_forgets(event, context):
    with engine.connect() as connection:
        connection.execute(
            text("UPDATE counters SET hits = hits + 1 WHERE page = :page"), {"page": event["page"]}
        )
