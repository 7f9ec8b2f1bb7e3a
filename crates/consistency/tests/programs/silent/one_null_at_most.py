# NULLS NOT DISTINCT: the second NULL is refused.
# postgres:read-committed ? (✗)
# postgres:repeatable-read ? (✗)
# postgres:serializable ? (✗)
import psycopg
from aplomb.consistency import concurrently, invariant, nullable, table


from aplomb.consistency import text
names = table("names", {"name": nullable(text), "who": 0}, rows={})


def sign(name, who):
    with psycopg.connect("x") as conn:
        conn.execute("INSERT INTO names (name, who) VALUES (%s, %s)", (name, who))

@invariant
def inv():
    return names.count(lambda n: n["name"] is None) == 2

concurrently(lambda: sign(None, 1), lambda: sign(None, 2))
