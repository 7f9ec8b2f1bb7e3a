# executemany runs the statement for each of the values.
# postgres:read-committed ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 0}, 2: {"v": 0}})
def run():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.executemany("UPDATE t SET v = v + %s WHERE id = %s", [(1, 1), (2, 2), (3, 1)])
    conn.commit()
concurrently(run)
@invariant
def all():
    return t.read(1)["v"] == 4 and t.read(2)["v"] == 2
