# NOT EXISTS inside of the INSERT locks what it reads, at REPEATABLE READ.
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql
from aplomb.consistency import concurrently, invariant, table
bookings = table("bookings", {"room": 0}, rows={})
def book(key):
    conn = pymysql.connect()
    with conn.cursor() as cur:
        cur.execute(
            "INSERT INTO bookings (id, room) SELECT %s, 1 FROM dual"
            " WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE room = 1)", (key,))
    conn.commit()
concurrently(lambda: book(1), lambda: book(2))
@invariant
def once():
    return bookings.count(lambda it: it["room"] == 1) == 1
