# A shift is entered if it overlaps with no other one of that worker.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

shifts = table("shifts", {"worker": integer, "starts": integer, "ends": integer}, rows=[])


def enter(worker: int, starts: int, ends: int) -> bool:
    with psycopg.connect("dbname=work") as conn:
        with conn.cursor() as cur:
            cur.execute(
                "SELECT COUNT(*) FROM shifts WHERE worker = %s AND starts < %s AND ends > %s",
                (worker, ends, starts),
            )
            if cur.fetchone()[0] > 0:
                return False
            cur.execute(
                "INSERT INTO shifts (worker, starts, ends) VALUES (%s, %s, %s)",
                (worker, starts, ends),
            )
    return True


first, second = concurrently(lambda: enter(1, 8, 12), lambda: enter(1, 10, 14))


@invariant
def one_of_the_two() -> bool:
    return first != second
