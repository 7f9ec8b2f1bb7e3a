# A room is booked if nobody has it at that hour.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, table

bookings = table("bookings", {"room": integer, "hour": integer}, rows=[])


def book(room: int, hour: int) -> None:
    conn = psycopg2.connect("dbname=office")
    cur = conn.cursor()
    cur.execute("SELECT COUNT(*) FROM bookings WHERE room = %s AND hour = %s", (room, hour))
    if cur.fetchone()[0] == 0:
        cur.execute("INSERT INTO bookings (room, hour) VALUES (%s, %s)", (room, hour))
    conn.commit()
    conn.close()


concurrently(lambda: book(4, 9), lambda: book(4, 9))


@invariant
def booked_once() -> bool:
    return bookings.count(lambda it: it["room"] == 4 and it["hour"] == 9) == 1
