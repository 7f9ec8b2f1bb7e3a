# A count of a table that stays empty takes InnoDB's snapshot, before the lock.
# mysql:read-committed ✓
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
holidays = table("holidays", {"day": 0}, rows={})
locks = table("locks", {"n": 0}, rows={1: {"n": 0}})
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def add():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("SELECT COUNT(*) FROM holidays WHERE day = 3")
        if cur.fetchone()[0] > 0:
            conn.rollback()
            return
        cur.execute("SELECT n FROM locks WHERE id = 1 FOR UPDATE")
        cur.execute("SELECT v FROM t WHERE id = 1")
        v = cur.fetchone()[0]
        cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(add, add)
@invariant
def both_count():
    return t.read(1)["v"] == 2
