# conn.set_session(isolation_level="SERIALIZABLE") in the code (psycopg2).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
# (The session overrides the default of the server.)
import os

import psycopg2

from aplomb.consistency import concurrently, invariant, table


def go_off_call(doctor: int) -> bool:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    conn.set_session(isolation_level="SERIALIZABLE")
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT COUNT(*) FROM doctors WHERE on_call = 1")
            enough = cur.fetchone()[0] >= 2
            if enough:
                cur.execute("UPDATE doctors SET on_call = 0 WHERE id = %s", (doctor,))
    return enough


doctors = table(
    "doctors", {"on_call": 0}, key="id", rows={1: {"on_call": 1}, 2: {"on_call": 1}}
)


@invariant
def somebody_is_on_call() -> bool:
    return doctors.read(1)["on_call"] + doctors.read(2)["on_call"] >= 1


concurrently(lambda: go_off_call(1), lambda: go_off_call(2))
