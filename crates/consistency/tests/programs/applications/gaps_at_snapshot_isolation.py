# Two who delete a row that is not there yet and insert the one that the other deletes:
# InnoDB locks the gaps, also where it detects conflicts with its snapshot.
# mariadb:snapshot-isolation ✓
# mariadb:repeatable-read ✓
# mariadb:read-committed ✗
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

marks = table("marks", {"v": integer}, rows=[])


def mark(mine: int, other: int) -> None:
    conn = pymysql.connect()
    cur = conn.cursor()
    cur.execute("DELETE FROM marks WHERE id = %s", (other,))
    cur.execute("INSERT INTO marks (id, v) VALUES (%s, 0)", (mine,))
    conn.commit()


concurrently(lambda: mark(1, 2), lambda: mark(2, 1))


@invariant
def who_comes_second_deletes_the_mark_of_the_first() -> bool:
    return marks.read(1) is None or marks.read(2) is None
