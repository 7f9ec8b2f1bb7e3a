# A text that is no number is false in MySQL.
# mysql:repeatable-read ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0, "name": ""}, rows={1: {"v": 1, "name": "abc"}})
def run():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 0 WHERE name")
    conn.commit()
concurrently(run)
@invariant
def as_said():
    return t.read(1)["v"] == 0
