# The open transaction keeps its level.
# postgres:read-committed ✗
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
    cur.execute("SELECT v FROM t WHERE id = 1")
    (v,) = cur.fetchone()
    cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(run, run)
@invariant
def as_said():
    return t.read(1)["v"] == 3
