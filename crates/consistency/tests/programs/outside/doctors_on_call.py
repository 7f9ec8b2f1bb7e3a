# Two doctors; one of them must stay on call.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "dbname=hospital"


def go_home(doctor: int) -> None:
    with psycopg.connect(DSN) as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM doctors WHERE on_call = TRUE")
            (on_call,) = cursor.fetchone()
            if on_call >= 2:
                cursor.execute("UPDATE doctors SET on_call = FALSE WHERE id = %s", (doctor,))


doctors = table("doctors", {"on_call": True}, rows=[1, 2])


@invariant
def somebody_is_on_call() -> bool:
    return doctors.read(1)["on_call"] or doctors.read(2)["on_call"]


concurrently(lambda: go_home(1), lambda: go_home(2))
