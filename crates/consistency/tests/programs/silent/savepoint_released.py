# A savepoint that is released where the INSERT works, and gone back to where it does not.
# postgres:read-committed ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={})
def add():
    conn = psycopg2.connect()
    cur = conn.cursor()
    cur.execute("SAVEPOINT s")
    try:
        cur.execute("INSERT INTO t (id, v) VALUES (1, 1)")
        cur.execute("RELEASE SAVEPOINT s")
    except psycopg2.errors.UniqueViolation:
        cur.execute("ROLLBACK TO SAVEPOINT s")
        cur.execute("UPDATE t SET v = v + 1 WHERE id = 1")
    conn.commit()
concurrently(add, add)
@invariant
def both_count():
    return t.read(1) is not None and t.read(1)["v"] == 2
