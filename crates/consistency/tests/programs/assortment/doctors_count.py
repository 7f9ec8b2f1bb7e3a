# A doctor may leave while two are on call.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg
from aplomb.consistency import concurrently, invariant, table


def leave(conn: psycopg.Connection, doctor: int) -> bool:
    with conn.cursor() as cur:
        cur.execute("SELECT COUNT(*) FROM doctors WHERE on_call = true")
        (on_call,) = cur.fetchone()
        if on_call < 2:
            conn.rollback()
            return False
        cur.execute("UPDATE doctors SET on_call = false WHERE id = %s", (doctor,))
    conn.commit()
    return True


doctors = table("doctors", {"on_call": True}, rows={1: {"on_call": True}, 2: {"on_call": True}})


@invariant
def somebody_is_on_call() -> bool:
    return doctors.read(1)["on_call"] or doctors.read(2)["on_call"]


concurrently(lambda: leave(psycopg.connect(), 1), lambda: leave(psycopg.connect(), 2))
