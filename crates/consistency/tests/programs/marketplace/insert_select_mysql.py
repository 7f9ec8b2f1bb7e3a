# INSERT ... SELECT with a count in its condition; at REPEATABLE READ InnoDB locks what it reads (SQLAlchemy core on MySQL).
# mysql:read-committed ✗ write skew
# mysql:repeatable-read ✓
# mysql:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("mysql+pymysql://app@localhost/events")


def book(event_id: int, user_id: int) -> bool:
    with engine.begin() as conn:
        result = conn.execute(
            text(
                "INSERT INTO bookings (event_id, user_id) "
                "SELECT e.id, :user FROM events e "
                "WHERE e.id = :event "
                "AND (SELECT COUNT(*) FROM bookings b WHERE b.event_id = :event) < e.capacity"
            ),
            {"event": event_id, "user": user_id},
        )
        return result.rowcount == 1


events = table("events", {"capacity": 0}, key="id", rows={3: {"capacity": 1}})
bookings = table("bookings", {"event_id": 0, "user_id": 0}, key="id", rows={})


@invariant
def not_overbooked() -> bool:
    return bookings.count(lambda booking: booking["event_id"] == 3) <= 1


concurrently(lambda: book(3, 1), lambda: book(3, 2))
