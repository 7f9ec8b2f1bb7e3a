# A column of truth values as a condition.
# mysql:repeatable-read ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0, "flag": False}, rows={1: {"v": 1, "flag": True}})
def run():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 0 WHERE flag")
    conn.commit()
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
