# Two connections one after the other are two transactions.
# postgres:read-committed ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}})
def run():
    for step in [1, 2]:
        conn = psycopg2.connect()
        with conn, conn.cursor() as cur:
            cur.execute("UPDATE t SET v = v + %s WHERE id = 1", (step,))
        conn.close()
concurrently(run, run)
@invariant
def all_count():
    return t.read(1)["v"] == 6
