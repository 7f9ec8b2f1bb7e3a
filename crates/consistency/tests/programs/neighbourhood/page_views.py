# Page views are read, increased by Python and written back, in one transaction of PyMySQL.
# mysql:read-committed ✗ both read 0, A writes 1 and commits, B writes 1 and commits
# mysql:repeatable-read ✗ the same: InnoDB does not detect the conflict
# mysql:serializable ✓ both hold a shared lock, the writes deadlock, one runs again
import pymysql

from aplomb.consistency import concurrently, invariant, table

page_stats = table("page_stats", {"views": 0}, rows={1: {"views": 0}})


def view(page: int) -> None:
    conn = pymysql.connect(host="localhost", user="web", database="web")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT views FROM page_stats WHERE id = %s", (page,))
            views = cur.fetchone()[0]
            cur.execute("UPDATE page_stats SET views = %s WHERE id = %s", (views + 1, page))
        conn.commit()
    finally:
        conn.close()


@invariant
def every_view_counts() -> bool:
    return page_stats.read(1)["views"] == 2


concurrently(lambda: view(1), lambda: view(1))
