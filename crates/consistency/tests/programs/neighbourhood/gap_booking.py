# A room is booked for a night if SELECT ... FOR UPDATE finds no booking of it yet.
# mysql:read-committed ✗ no gaps are locked: both find nothing, both insert
# mysql:repeatable-read ✓ both lock the gap, the two inserts deadlock, the victim runs again and finds the booking
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

stays = table("stays", {"room": 0, "night": 0, "guest": 0}, rows={})


def book(room: int, night: int, guest: int) -> bool:
    conn = pymysql.connect(host="localhost", user="hotel", database="hotel")
    try:
        with conn.cursor() as cur:
            cur.execute(
                "SELECT id FROM stays WHERE room = %s AND night = %s FOR UPDATE", (room, night)
            )
            if cur.fetchone() is not None:
                conn.rollback()
                return False
            cur.execute(
                "INSERT INTO stays (room, night, guest) VALUES (%s, %s, %s)", (room, night, guest)
            )
        conn.commit()
        return True
    finally:
        conn.close()


@invariant
def one_guest_a_night() -> bool:
    return stays.count(lambda stay: stay["room"] == 4 and stay["night"] == 20) == 1


concurrently(
    lambda: book(4, 20, integer("ann", 1)),
    lambda: book(4, 20, integer("bob", 2)),
)
