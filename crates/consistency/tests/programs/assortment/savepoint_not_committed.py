# The SELECT has begun a transaction already, so the block is only a savepoint of it.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg
from aplomb.consistency import assume, concurrently, integer, invariant, table


def reserve(show: int, seats: int) -> bool:
    conn = psycopg.connect("dbname=theatre")
    row = conn.execute("SELECT free FROM shows WHERE id = %s", (show,)).fetchone()
    if row[0] < seats:
        conn.close()
        return False
    with conn.transaction():
        cur = conn.execute(
            "UPDATE shows SET free = free - %s, sold = sold + %s WHERE id = %s AND free >= %s",
            (seats, seats, show, seats),
        )
        reserved = cur.rowcount == 1
    conn.close()
    return reserved


shows = table("shows", {"free": 0, "sold": 0}, rows={1: {"free": 100, "sold": 0}})

first = integer("first", 2)
second = integer("second", 3)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: reserve(1, first), lambda: reserve(1, second))


@invariant
def what_was_promised_is_sold() -> bool:
    return shows.read(1)["sold"] == (first if one else 0) + (second if other else 0)
