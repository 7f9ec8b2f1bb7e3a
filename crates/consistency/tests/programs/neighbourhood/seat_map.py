# Two customers take the same theatre seat with a guarded UPDATE; whoever changed the row writes a booking.
# postgres:read-committed ✓ the second UPDATE waits, checks holder IS NULL again on the new version, and changes 0 rows
# postgres:repeatable-read ✓ the second one fails with 40001, runs again, and changes 0 rows
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, nullable, table

DSN = "postgresql://localhost/theatre"

theatre_seats = table("theatre_seats", {"holder": nullable(integer)}, rows={12: {"holder": None}})
seat_bookings = table("seat_bookings", {"seat": 0, "customer": 0}, rows={})


def take_seat(seat: int, customer: int) -> bool:
    with psycopg.connect(DSN) as conn:
        cur = conn.cursor()
        cur.execute(
            "UPDATE theatre_seats SET holder = %s WHERE id = %s AND holder IS NULL",
            (customer, seat),
        )
        if cur.rowcount != 1:
            return False
        cur.execute(
            "INSERT INTO seat_bookings (seat, customer) VALUES (%s, %s)",
            (seat, customer),
        )
        return True


@invariant
def booked_once() -> bool:
    return seat_bookings.count(lambda b: b["seat"] == 12) == 1


@invariant
def the_holder_has_the_booking() -> bool:
    holder = theatre_seats.read(12)["holder"]
    return seat_bookings.exists(lambda b: b["seat"] == 12 and b["customer"] == holder)


concurrently(
    lambda: take_seat(12, integer("first", 7)),
    lambda: take_seat(12, integer("second", 8)),
)
