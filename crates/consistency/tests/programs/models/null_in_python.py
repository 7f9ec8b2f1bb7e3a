# ✓✓✓✓✗✗✓✗✗✗✗✗✗ a seat is taken if its holder was null when somebody looked, in Python
# postgres:repeatable-read ✓
import psycopg2
from aplomb.consistency import concurrently, integer, invariant, nullable, table

seats = table("seats", {"holder": nullable(integer)}, rows={1: {"holder": None}})


def take(who):
    conn = psycopg2.connect("")
    cur = conn.cursor()
    cur.execute("SELECT holder FROM seats WHERE id = 1")
    if cur.fetchone()[0] is not None:
        conn.rollback()
        return False
    cur.execute("UPDATE seats SET holder = %s WHERE id = 1", (who,))
    conn.commit()
    return True


first, second = concurrently(lambda: take(1), lambda: take(2))


@invariant
def one_holder():
    return not (first and second)
