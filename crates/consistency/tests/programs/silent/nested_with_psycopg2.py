# psycopg2: leaving the inner `with conn` commits what the outer one has done.
# postgres:read-committed ✗
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}, 2: {"v": 0}})
def run():
    conn = psycopg2.connect()
    try:
        with conn:
            cur = conn.cursor()
            cur.execute("UPDATE t SET v = 1 WHERE id = 1")
            with conn:
                cur.execute("UPDATE t SET v = 1 WHERE id = 2")
            raise ValueError("no")
    except ValueError:
        pass
concurrently(run)
@invariant
def nothing_stays():
    return t.read(1)["v"] == 0 and t.read(2)["v"] == 0
