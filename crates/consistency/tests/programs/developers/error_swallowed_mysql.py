# The same in MySQL, which only takes back the statement that failed.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

guests = table("guests", {"visits": 0}, rows=[], key="name")
visits = table("visits", {"hour": integer}, rows=[])


def visit(name: str, hour: int) -> None:
    conn = pymysql.connect(database="hotel")
    cur = conn.cursor()
    try:
        cur.execute("INSERT INTO guests (name, visits) VALUES (%s, 1)", (name,))
    except pymysql.err.IntegrityError:
        pass  # we know this guest
    cur.execute("INSERT INTO visits (id, hour) VALUES (%s, %s)", (hour, hour))
    conn.commit()
    conn.close()


concurrently(lambda: visit("ada", 9), lambda: visit("ada", 10))


@invariant
def both_visits_are_noted() -> bool:
    return visits.count(lambda it: it["hour"] >= 0) == 2
