# The key of a row refers to another one, which must be there.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg
from aplomb.consistency import concurrently, invariant, table


users = table("users", {"age": 0}, rows={1: {"age": 3}})
profiles = table("profiles", {"likes": 0}, rows={})


def create(user):
    with psycopg.connect("x") as conn:
        conn.execute("INSERT INTO profiles (id, likes) VALUES (%s, 0)", (user,))

@invariant
def inv():
    return profiles.read(7) is not None

concurrently(lambda: create(7), lambda: create(1))
