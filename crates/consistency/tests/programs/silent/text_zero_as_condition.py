# The text 0 is false.
# mysql:repeatable-read ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 0 WHERE '0'")
    conn.commit()
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
