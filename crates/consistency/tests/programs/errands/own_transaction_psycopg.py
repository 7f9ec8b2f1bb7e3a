# The same without a statement before: `conn.transaction()` is then a transaction, and no savepoint.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

members = table("members", {"visits": 0}, rows=[])


def visit(member: int) -> None:
    with psycopg.connect("dbname=club") as conn:
        try:
            with conn.transaction():
                conn.execute("INSERT INTO members (id, visits) VALUES (%s, 1)", (member,))
        except psycopg.errors.UniqueViolation:
            conn.execute("UPDATE members SET visits = visits + 1 WHERE id = %s", (member,))


concurrently(lambda: visit(3), lambda: visit(3))


@invariant
def both_visits_count() -> bool:
    return members.read(3)["visits"] == 2
