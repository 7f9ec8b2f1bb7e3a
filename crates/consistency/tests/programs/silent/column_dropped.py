# A UNIQUE column is dropped and added again.
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
    return names.count(lambda n: n["name"] == "ann") <= 1

concurrently(lambda: sign("ann", 1), lambda: sign("ann", 2))
