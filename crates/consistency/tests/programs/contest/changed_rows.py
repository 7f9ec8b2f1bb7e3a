# PyMySQL counts rows that were changed: the second one changes nothing.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
jobs = table("jobs", {"state": "new"}, rows={1: {"state": "new"}})
def finish():
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute("UPDATE jobs SET state = 'done' WHERE id = 1")
        changed = cur.rowcount
    conn.commit()
    return changed
a, b = concurrently(finish, finish)
@invariant
def one_did_it():
    return a + b == 1
