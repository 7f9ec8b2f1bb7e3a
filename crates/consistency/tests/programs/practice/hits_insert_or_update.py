# The same in two steps: a duplicate key is caught, and the row is updated.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

hits = table("hits", {"n": 0}, rows=[])


def hit(page: int) -> None:
    conn = pymysql.connect(database="site")
    cur = conn.cursor()
    cur.execute("SELECT n FROM hits WHERE id = %s", (page,))
    row = cur.fetchone()
    if row is None:
        try:
            cur.execute("INSERT INTO hits (id, n) VALUES (%s, 1)", (page,))
        except pymysql.err.IntegrityError:
            cur.execute("UPDATE hits SET n = n + 1 WHERE id = %s", (page,))
    else:
        cur.execute("UPDATE hits SET n = n + 1 WHERE id = %s", (page,))
    conn.commit()


concurrently(lambda: hit(1), lambda: hit(1))


@invariant
def every_hit_counts() -> bool:
    return hits.read(1)["n"] == 2
