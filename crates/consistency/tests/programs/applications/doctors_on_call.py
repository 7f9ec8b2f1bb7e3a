# a doctor goes off call if another one stays
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg
from aplomb.consistency import concurrently, invariant, table

doctors = table("doctors", {"on_call": False}, rows={1: {"on_call": True}, 2: {"on_call": True}})


def go_home(doctor):
    with psycopg.connect("dbname=clinic") as conn:
        with conn.cursor() as cur:
            cur.execute("SELECT COUNT(*) FROM doctors WHERE on_call = TRUE")
            (on_call,) = cur.fetchone()
            if on_call >= 2:
                cur.execute("UPDATE doctors SET on_call = FALSE WHERE id = %s", (doctor,))


concurrently(lambda: go_home(1), lambda: go_home(2))


@invariant
def somebody_is_on_call():
    return doctors.read(1)["on_call"] or doctors.read(2)["on_call"]
