# An upsert counts two rows if it updates; from left to right it assigns as well.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
hits = table("hits", {"n": 0, "seen": 0}, rows={})
def hit():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("INSERT INTO hits (id, n, seen) VALUES (1, 1, 0) ON DUPLICATE KEY UPDATE n = n + 1, seen = n")
        count = cur.rowcount
    conn.commit()
    return count
a, b = concurrently(hit, hit)
@invariant
def counted():
    return a + b == 3 and hits.read(1)["n"] == 2 and hits.read(1)["seen"] == 2
