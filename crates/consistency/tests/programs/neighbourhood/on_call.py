# A doctor may leave the shift if another one stays: count who is on call, then take oneself off.
# postgres:read-committed ✗ both count 2, doctor 1 leaves, doctor 2 leaves
# postgres:repeatable-read ✗ the same, from two snapshots; they write different rows
# postgres:serializable ✓ one is aborted and runs again
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql+psycopg://localhost/hospital")

doctors = table("doctors", {"on_call": True}, rows={1: {"on_call": True}, 2: {"on_call": True}})


def leave(doctor: int) -> bool:
    with engine.begin() as conn:
        present = conn.execute(
            text("SELECT COUNT(*) FROM doctors WHERE on_call = TRUE")
        ).scalar_one()
        if present < 2:
            return False
        conn.execute(
            text("UPDATE doctors SET on_call = FALSE WHERE id = :doctor"), {"doctor": doctor}
        )
        return True


@invariant
def somebody_is_on_call() -> bool:
    return doctors.exists(lambda doctor: doctor["on_call"])


concurrently(lambda: leave(1), lambda: leave(2))
