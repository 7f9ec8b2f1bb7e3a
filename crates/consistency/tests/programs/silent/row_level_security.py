# What the rows are that an update finds, the policies of the table say.
# postgres:serializable ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    with psycopg.connect() as conn:
        conn.execute("UPDATE t SET v = 2 WHERE id = 1")
concurrently(run)
@invariant
def changed():
    return t.read(1)["v"] == 2
