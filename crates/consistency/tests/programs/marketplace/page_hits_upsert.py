# A counter of page views that is created by the first view: INSERT ... ON DUPLICATE KEY UPDATE (pymysql).
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, invariant, table


def connect():
    return pymysql.connect(host="localhost", user="app", database="stats")


def record_view(page: str) -> None:
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute(
                "INSERT INTO page_hits (page, hits) VALUES (%s, 1) "
                "ON DUPLICATE KEY UPDATE hits = hits + 1",
                (page,),
            )
        conn.commit()
    finally:
        conn.close()


page_hits = table("page_hits", {"hits": 0}, key="page", rows={})


@invariant
def every_view_is_counted() -> bool:
    return page_hits.read("/home")["hits"] == 2


concurrently(lambda: record_view("/home"), lambda: record_view("/home"))
