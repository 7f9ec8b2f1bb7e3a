# A connection that may change nothing.
# postgres:read-committed ? (✗ in truth)
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    conn.readonly = True
    cur.execute("UPDATE t SET v = 0 WHERE id = 1")
    conn.commit()
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
