# The second fetchone gives the second row, or None.
# postgres:read-committed ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 7}, 2: {"v": 8}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.execute("SELECT v FROM t WHERE id = 1")
    cur.fetchone()
    second = cur.fetchone()
    conn.commit()
    return 0 if second is None else second[0]
n, = concurrently(run)
@invariant
def none():
    return n == 0
