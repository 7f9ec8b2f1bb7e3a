# SET autocommit = 1 commits what is open, and every statement from then on.
# mysql:repeatable-read ? (✗ in truth)
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def run():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("SET autocommit = 1")
        cur.execute("UPDATE t SET v = 1 WHERE id = 1")
    conn.rollback()
concurrently(run)
@invariant
def nothing_stays():
    return t.read(1)["v"] == 0
