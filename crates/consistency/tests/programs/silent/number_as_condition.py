# A number is a condition in MySQL.
# mysql:repeatable-read ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 2}})
def run():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 0 WHERE v")
    conn.commit()
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
