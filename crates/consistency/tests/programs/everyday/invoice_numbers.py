# Numbers from a row that is counted up first and read afterwards.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

numbers = table("numbers", {"next": 0}, rows={1: {"next": 1}})


def draw() -> int:
    conn = pymysql.connect(host="localhost", database="books")
    try:
        with conn.cursor() as cur:
            cur.execute("UPDATE numbers SET next = next + 1 WHERE id = 1")
            cur.execute("SELECT next FROM numbers WHERE id = 1")
            (number,) = cur.fetchone()
        conn.commit()
        return number
    finally:
        conn.close()


first, second = concurrently(draw, draw)


@invariant
def numbers_are_different() -> bool:
    return first != second and first + second == 5
