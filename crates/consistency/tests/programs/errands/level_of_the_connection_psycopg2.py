# The connection is set to REPEATABLE READ before its first statement, so an update is not lost.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, invariant, table

pages = table("pages", {"views": 0}, rows={7: {"views": 0}})


def view() -> None:
    conn = psycopg2.connect("dbname=site")
    conn.set_session(isolation_level="REPEATABLE READ")
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT views FROM pages WHERE id = 7")
            cur.execute("UPDATE pages SET views = %s WHERE id = 7", (cur.fetchone()[0] + 1,))


concurrently(view, view)


@invariant
def every_view_counts() -> bool:
    return pages.read(7)["views"] == 2
