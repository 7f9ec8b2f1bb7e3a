# The inner block of psycopg is a savepoint: what it did is taken back alone.
# postgres:read-committed ? (✓ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}, 2: {"v": 0}})
def run():
    with psycopg.connect() as conn:
        with conn.transaction():
            conn.execute("UPDATE t SET v = 1 WHERE id = 1")
            try:
                with conn.transaction():
                    conn.execute("UPDATE t SET v = 1 WHERE id = 2")
                    raise ValueError("no")
            except ValueError:
                pass
concurrently(run)
@invariant
def inner_is_back():
    return t.read(1)["v"] == 1 and t.read(2)["v"] == 0
