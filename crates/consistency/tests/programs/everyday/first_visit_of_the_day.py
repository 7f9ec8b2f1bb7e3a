# The row of the day is locked, or inserted if it is not there. READ COMMITTED locks nothing
# where nothing is: the second one gets the error of a duplicate key.
# mysql:read-committed ✗
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

days = table("days", {"visits": 0}, rows=[], key="day")


def visit(day: int) -> None:
    conn = pymysql.connect(database="site")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT visits FROM days WHERE day = %s FOR UPDATE", (day,))
            if cur.fetchone() is None:
                cur.execute("INSERT INTO days (day, visits) VALUES (%s, 1)", (day,))
            else:
                cur.execute("UPDATE days SET visits = visits + 1 WHERE day = %s", (day,))
        conn.commit()
    except pymysql.err.IntegrityError:
        conn.rollback()
    finally:
        conn.close()


concurrently(lambda: visit(5), lambda: visit(5))


@invariant
def both_visits_count() -> bool:
    return days.read(5)["visits"] == 2
