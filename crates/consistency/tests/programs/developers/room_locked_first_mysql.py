# The same in MySQL, where a snapshot is taken by the first plain read.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

rooms = table("rooms", {"seats": 8}, rows=[4])
bookings = table("bookings", {"room": integer, "hour": integer}, rows=[])


def book(room: int, hour: int) -> None:
    conn = pymysql.connect(database="office")
    cur = conn.cursor()
    cur.execute("SELECT seats FROM rooms WHERE id = %s FOR UPDATE", (room,))
    cur.execute("SELECT COUNT(*) FROM bookings WHERE room = %s AND hour = %s", (room, hour))
    if cur.fetchone()[0] == 0:
        cur.execute("INSERT INTO bookings (room, hour) VALUES (%s, %s)", (room, hour))
    conn.commit()
    conn.close()


concurrently(lambda: book(4, 9), lambda: book(4, 9))


@invariant
def booked_once() -> bool:
    return bookings.count(lambda it: it["room"] == 4 and it["hour"] == 9) == 1
