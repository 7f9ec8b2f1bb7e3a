# Two columns refer to a row together: what becomes of its deletion is not followed.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import psycopg
from aplomb.consistency import concurrently, invariant, table


users = table("users", {"tenant": 0}, rows={1: {"tenant": 3}})
profiles = table("profiles", {"tenant": 0, "owner": 0, "likes": 0}, rows={10: {"tenant": 3, "owner": 1, "likes": 5}})


def delete(user):
    with psycopg.connect("x") as conn:
        conn.execute("DELETE FROM users WHERE id = %s", (user,))
def like(user):
    with psycopg.connect("x") as conn:
        conn.execute("UPDATE profiles SET likes = likes + 1 WHERE id = %s", (user,))

@invariant
def inv():
    return profiles.read(10) is not None

concurrently(lambda: delete(1), lambda: like(10))
