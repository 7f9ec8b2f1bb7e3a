# a counter that is read, incremented and written back
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table

counters = table("counters", {"n": 0}, rows={1: {"n": 0}})


def increment():
    conn = pymysql.connect(host="localhost")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT n FROM counters WHERE id = 1")
            (n,) = cur.fetchone()
            cur.execute("UPDATE counters SET n = %s WHERE id = 1", (n + 1,))
        conn.commit()
    finally:
        conn.close()


concurrently(increment, increment)


@invariant
def both_count():
    return counters.read(1)["n"] == 2
