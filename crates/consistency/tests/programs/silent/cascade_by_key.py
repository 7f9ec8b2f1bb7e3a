# The key of a row refers to another one, and the row goes with it.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg
from aplomb.consistency import concurrently, invariant, table


users = table("users", {"age": 0}, rows={1: {"age": 3}})
profiles = table("profiles", {"likes": 0}, rows={1: {"likes": 5}})


def delete(user):
    with psycopg.connect("x") as conn:
        conn.execute("DELETE FROM users WHERE id = %s", (user,))
def like(user):
    with psycopg.connect("x") as conn:
        conn.execute("UPDATE profiles SET likes = likes + 1 WHERE id = %s", (user,))

@invariant
def inv():
    return profiles.read(1) is not None

concurrently(lambda: delete(1), lambda: like(1))
