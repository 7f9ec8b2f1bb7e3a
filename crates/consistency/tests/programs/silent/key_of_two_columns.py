# The key of the table is two columns, the model takes one of them for it.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import psycopg
from aplomb.consistency import concurrently, invariant, table

users = table("users", {"tenant": 0}, rows={})

def add(tenant):
    with psycopg.connect("x") as conn:
        conn.execute("INSERT INTO users (tenant, id) VALUES (%s, 5)", (tenant,))


@invariant
def inv():
    return users.count(lambda u: u["tenant"] > 0) <= 1

concurrently(lambda: add(1), lambda: add(2))
