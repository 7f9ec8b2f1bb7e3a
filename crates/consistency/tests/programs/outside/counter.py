# A counter that the application computes.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table


def count(page: str) -> None:
    with psycopg.connect("dbname=stats") as connection:
        row = connection.execute("SELECT hits FROM pages WHERE id = %s", (page,)).fetchone()
        connection.execute("UPDATE pages SET hits = %s WHERE id = %s", (row[0] + 1, page))


pages = table("pages", {"hits": 0}, rows=["home"])


@invariant
def every_hit_counts() -> bool:
    return pages.read("home")["hits"] == 2


concurrently(lambda: count("home"), lambda: count("home"))
