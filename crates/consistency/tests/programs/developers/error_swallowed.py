# The error of a constraint is caught, and the transaction goes on: PostgreSQL refuses
# every further statement, so the second visit is not noted.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg2
from psycopg2.errors import UniqueViolation

from aplomb.consistency import concurrently, integer, invariant, table, text

guests = table("guests", {"name": text}, rows=[], unique=["name"])
visits = table("visits", {"hour": integer}, rows=[])


def visit(name: str, hour: int) -> None:
    conn = psycopg2.connect("dbname=hotel")
    cur = conn.cursor()
    try:
        cur.execute("INSERT INTO guests (name) VALUES (%s)", (name,))
    except UniqueViolation:
        pass  # we know this guest
    cur.execute("INSERT INTO visits (hour) VALUES (%s)", (hour,))
    conn.commit()


concurrently(lambda: visit("ada", 9), lambda: visit("ada", 10))


@invariant
def both_visits_are_noted() -> bool:
    return visits.count(lambda it: it["hour"] >= 0) == 2
