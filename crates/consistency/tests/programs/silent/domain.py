# The type of a column has a CHECK of its own.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import psycopg
from aplomb.consistency import concurrently, invariant, table


names = table("names", {"name": "", "who": 0}, rows={})


def sign(name, who):
    with psycopg.connect("x") as conn:
        conn.execute("INSERT INTO names (name, who) VALUES (%s, %s)", (name, who))

@invariant
def inv():
    return names.count(lambda n: n["who"] == 0) == 2

concurrently(lambda: sign("a", 0), lambda: sign("b", 0))
