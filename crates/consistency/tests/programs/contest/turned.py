# Those who turn a into b and those who turn b into a: without an index all rows are locked.
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"state": ""}, rows={1: {"state": "a"}, 2: {"state": "b"}})
def turn(before, after):
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("UPDATE t SET state = %s WHERE state = %s", (after, before))
    conn.commit()
concurrently(lambda: turn("a", "b"), lambda: turn("b", "a"))
@invariant
def all_the_same():
    return t.read(1)["state"] == t.read(2)["state"]
