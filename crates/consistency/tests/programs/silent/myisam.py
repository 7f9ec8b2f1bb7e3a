# MyISAM takes nothing back.
# mysql:serializable ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    conn = pymysql.connect()
    conn.cursor().execute("UPDATE t SET v = 2 WHERE id = 1")
    conn.rollback()
concurrently(run)
@invariant
def unchanged():
    return t.read(1)["v"] == 1
