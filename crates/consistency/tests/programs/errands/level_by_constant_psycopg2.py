# The connection asks for READ COMMITTED whatever the server's default is: an update is lost.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg2
from psycopg2 import extensions

from aplomb.consistency import concurrently, invariant, table

pages = table("pages", {"views": 0}, rows={7: {"views": 0}})


def view() -> None:
    conn = psycopg2.connect("dbname=site")
    conn.set_isolation_level(extensions.ISOLATION_LEVEL_READ_COMMITTED)
    cur = conn.cursor()
    cur.execute("SELECT views FROM pages WHERE id = 7")
    cur.execute("UPDATE pages SET views = %s WHERE id = 7", (cur.fetchone()[0] + 1,))
    conn.commit()


concurrently(view, view)


@invariant
def every_view_counts() -> bool:
    return pages.read(7)["views"] == 2
