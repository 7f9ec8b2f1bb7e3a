# Two doctors go off call; each sees that the other is there.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql://localhost/hospital")
doctors = table("doctors", {"on_call": True}, rows={1: {"on_call": True}, 2: {"on_call": True}})


def leave(doctor: int) -> None:
    with engine.begin() as conn:
        there = conn.execute(text("SELECT count(*) FROM doctors WHERE on_call")).scalar_one()
        if there >= 2:
            conn.execute(text("UPDATE doctors SET on_call = false WHERE id = :id"), {"id": doctor})


concurrently(lambda: leave(1), lambda: leave(2))


@invariant
def somebody_is_on_call() -> bool:
    return doctors.read(1)["on_call"] or doctors.read(2)["on_call"]
