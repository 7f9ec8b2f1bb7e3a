# SELECT ... FOR UPDATE finds no booking of the room, so one is inserted (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✗ write skew
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✓
# mysql:read-committed ✗ write skew
# mysql:repeatable-read ✓
# mysql:serializable ✓
import os

from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine(os.environ["DATABASE_URL"])


def book(room: int, day: int, guest: int) -> bool:
    with engine.begin() as conn:
        taken = conn.execute(
            text("SELECT id FROM stays WHERE room = :room AND day = :day FOR UPDATE"),
            {"room": room, "day": day},
        ).fetchone()
        if taken is not None:
            return False
        conn.execute(
            text("INSERT INTO stays (room, day, guest) VALUES (:room, :day, :guest)"),
            {"room": room, "day": day, "guest": guest},
        )
        return True


stays = table("stays", {"room": 0, "day": 0, "guest": 0}, key="id", rows={})


@invariant
def a_room_has_one_guest() -> bool:
    return stays.count(lambda stay: stay["room"] == 12 and stay["day"] == 1) <= 1


concurrently(lambda: book(12, 1, 100), lambda: book(12, 1, 200))
