# REPLACE counts a row that stays as it is once.
# mysql:repeatable-read ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 5}})
def run(v):
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("REPLACE INTO t (id, v) VALUES (1, %s)", (v,))
        n = cur.rowcount
    conn.commit()
    return n
a, = concurrently(lambda: run(5))
@invariant
def once():
    return a == 1
