# With FOUND_ROWS an UPDATE counts the rows that it finds, changed or not.
# mysql:read-committed ? ✓ the flags of a connection are not supported
# mysql:repeatable-read ? ✓
# mysql:serializable ? ✓
import pymysql
from pymysql.constants import CLIENT

from aplomb.consistency import concurrently, invariant, table

settings = table("settings", {"value": 5}, rows={1: {"value": 5}})


def save() -> int:
    conn = pymysql.connect(client_flag=CLIENT.FOUND_ROWS)
    cur = conn.cursor()
    cur.execute("UPDATE settings SET value = 5 WHERE id = 1")
    found = cur.rowcount
    conn.commit()
    return found


first, second = concurrently(save, save)


@invariant
def both_find_the_row() -> bool:
    return first == 1 and second == 1
