# A CHECK that MySQL is told not to enforce refuses nothing.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = pymysql.connect()
    conn.cursor().execute("UPDATE t SET v = v - 1 WHERE id = 1")
    conn.commit()
concurrently(run, run)
@invariant
def not_below_zero():
    return t.read(1)["v"] >= 0
