# A read of what never changes takes InnoDB's snapshot, before the lock.
# mysql:read-committed ✓
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
settings = table("settings", {"value": 0}, rows={1: {"value": 1}})
locks = table("locks", {"n": 0}, rows={1: {"n": 0}})
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def add():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("SELECT value FROM settings WHERE id = 1")
        step = cur.fetchone()[0]
        cur.execute("SELECT n FROM locks WHERE id = 1 FOR UPDATE")
        cur.execute("SELECT v FROM t WHERE id = 1")
        v = cur.fetchone()[0]
        cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + step,))
    conn.commit()
concurrently(add, add)
@invariant
def both_count():
    return t.read(1)["v"] == 2
