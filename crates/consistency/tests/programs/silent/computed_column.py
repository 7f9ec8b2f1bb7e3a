# `double` changes with `v`, because the database computes it.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0, "double": 0}, rows={1: {"v": 1, "double": 2}})
def run():
    with psycopg.connect() as conn:
        conn.execute("UPDATE t SET v = 2 WHERE id = 1")
concurrently(run)
@invariant
def unchanged():
    return t.read(1)["double"] == 2
