# A block that is rolled back whatever happens.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    with psycopg.connect() as conn:
        with conn.transaction(force_rollback=True):
            conn.execute("UPDATE t SET v = 0 WHERE id = 1")
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
