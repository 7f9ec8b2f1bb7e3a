# A name that is taken is no reason to lose the visit: the error is caught behind a savepoint.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from psycopg2 import errors

from aplomb.consistency import concurrently, integer, invariant, table, text

users = table("users", {"name": text}, rows=[], unique=["name"])
visits = table("visits", {"hour": integer}, rows=[])


def visit(name: str, hour: int) -> None:
    conn = psycopg2.connect("dbname=site")
    cur = conn.cursor()
    cur.execute("SAVEPOINT before_user")
    try:
        cur.execute("INSERT INTO users (name) VALUES (%s)", (name,))
    except errors.UniqueViolation:
        cur.execute("ROLLBACK TO SAVEPOINT before_user")
    cur.execute("INSERT INTO visits (hour) VALUES (%s)", (hour,))
    conn.commit()


concurrently(lambda: visit("ada", 9), lambda: visit("ada", 10))


@invariant
def one_user_and_both_visits() -> bool:
    return users.count(lambda it: it["name"] == "ada") == 1 and visits.count(lambda it: True) == 2
