# ✗✗✗✗✗✗✗✗✗✗✗✗✗ pymysql counts rows that changed
import pymysql
from aplomb.consistency import concurrently, invariant, table

t = table("t", {"v": 0}, rows={1: {"v": 5}})


def put():
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 5 WHERE id = 1")
    found = cur.rowcount
    conn.commit()
    return found


(found,) = concurrently(put)


@invariant
def found_it():
    return found == 1
