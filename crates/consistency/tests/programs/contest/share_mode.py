# Locked in share mode by both, then changed by both: one of them is run again.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def add():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("SELECT v FROM t WHERE id = 1 LOCK IN SHARE MODE")
        v = cur.fetchone()[0]
        cur.execute("UPDATE t SET v = %s WHERE id = 1", (v + 1,))
    conn.commit()
concurrently(add, add)
@invariant
def both():
    return t.read(1)["v"] == 2
