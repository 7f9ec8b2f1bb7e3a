# MySQL sets `touched` to the present with every update of the row.
# mysql:repeatable-read ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0, "touched": ""}, rows={1: {"v": 1, "touched": "2020-01-01 00:00:00"}})
def run():
    conn = pymysql.connect()
    conn.cursor().execute("UPDATE t SET v = 2 WHERE id = 1")
    conn.commit()
concurrently(run)
@invariant
def unchanged():
    return t.read(1)["touched"] == "2020-01-01 00:00:00"
