# rowcount is that of the last statement.
# postgres:read-committed ✗
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}, 2: {"v": 0}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.execute("UPDATE t SET v = 1 WHERE id = 1")
    cur.execute("SELECT v FROM t")
    n = cur.rowcount
    conn.commit()
    return n
n, = concurrently(run)
@invariant
def one():
    return n == 1
