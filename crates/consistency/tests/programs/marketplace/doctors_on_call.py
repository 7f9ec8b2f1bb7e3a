# Doctors go off call if another one stays: count, then update one's own row (psycopg 3, conn.transaction()).
# postgres:read-committed ✗ write skew
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✓
import os

import psycopg

from aplomb.consistency import concurrently, invariant, table


def go_off_call(doctor: int) -> bool:
    with psycopg.connect(os.environ["DATABASE_URL"]) as conn:
        with conn.transaction():
            cur = conn.execute(
                "SELECT COUNT(*) FROM doctors WHERE shift = %s AND on_call = 1", (1234,)
            )
            (on_call,) = cur.fetchone()
            if on_call < 2:
                return False
            conn.execute("UPDATE doctors SET on_call = 0 WHERE id = %s", (doctor,))
        return True


doctors = table(
    "doctors",
    {"shift": 0, "on_call": 0},
    key="id",
    rows={1: {"shift": 1234, "on_call": 1}, 2: {"shift": 1234, "on_call": 1}},
)


@invariant
def somebody_is_on_call() -> bool:
    return doctors.read(1)["on_call"] + doctors.read(2)["on_call"] >= 1


concurrently(lambda: go_off_call(1), lambda: go_off_call(2))
