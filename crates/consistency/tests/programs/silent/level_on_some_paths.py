# A level on some paths.
# postgres:read-committed ? (✗ in truth)
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}, 2: {"v": 1}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.execute("SELECT v FROM t WHERE id = 2")
    row = cur.fetchone()
    conn.commit()
    if row[0] == 7:
        cur.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
        conn.commit()
    cur.execute("SELECT v FROM t WHERE id = 1")
    (v,) = cur.fetchone()
    cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(run, run)
@invariant
def as_said():
    return t.read(1)["v"] == 3
