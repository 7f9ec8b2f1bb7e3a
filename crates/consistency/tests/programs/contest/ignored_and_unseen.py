# The snapshot of the first read is older than the row that the INSERT finds.
# mysql:read-committed ✓
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
settings = table("settings", {"v": 0}, rows={})
def value():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("SELECT v FROM settings WHERE id = 1")
        row = cur.fetchone()
        if row is None:
            cur.execute("INSERT IGNORE INTO settings (id, v) VALUES (1, 7)")
            cur.execute("SELECT v FROM settings WHERE id = 1")
            row = cur.fetchone()
    conn.commit()
    return row[0] if row is not None else 0
a, b = concurrently(value, value)
@invariant
def both_know():
    return a == 7 and b == 7
