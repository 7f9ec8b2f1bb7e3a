# The same, said of the connection later.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import psycopg
from psycopg.rows import scalar_row
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"age": 0}, rows={1: {"age": 3}})

def birthday(user):
    with psycopg.connect("x") as conn:
        conn.row_factory = scalar_row
        row = conn.execute("SELECT age FROM users WHERE id = %s FOR UPDATE", (user,)).fetchone()
        conn.execute("UPDATE users SET age = %s WHERE id = %s", (row[0] + 1, user))


@invariant
def inv():
    return users.read(1)["age"] == 5

concurrently(lambda: birthday(1), lambda: birthday(1))
