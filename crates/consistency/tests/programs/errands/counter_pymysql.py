# A counter is read, and one more is written.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table

pages = table("pages", {"views": 0}, rows={7: {"views": 0}})


def view(page: int) -> None:
    conn = pymysql.connect(database="site")
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT views FROM pages WHERE id = %s", (page,))
            (views,) = cur.fetchone()
            cur.execute("UPDATE pages SET views = %s WHERE id = %s", (views + 1, page))
        conn.commit()


concurrently(lambda: view(7), lambda: view(7))


@invariant
def every_view_counts() -> bool:
    return pages.read(7)["views"] == 2
