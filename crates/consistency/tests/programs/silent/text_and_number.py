# A text that says a number is compared as a number.
# mysql:repeatable-read ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"state": 0, "v": 0}, rows={1: {"state": 0, "v": 0}})
def run():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("UPDATE t SET state = 1 WHERE id = 1 AND state = '0'")
        n = cur.rowcount
    conn.commit()
    return n
a, b = concurrently(run, run)
@invariant
def once():
    return a + b == 1
