# A counter that comes into being with its first hit.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

hits = table("hits", {"n": 0}, rows=[], key="page")


def hit(page: str) -> None:
    with psycopg.connect("dbname=site") as conn:
        conn.execute(
            "INSERT INTO hits (page, n) VALUES (%s, 1) ON CONFLICT (page) DO UPDATE SET n = hits.n + 1",
            (page,),
        )


concurrently(lambda: hit("/"), lambda: hit("/"), lambda: hit("/about"))


@invariant
def every_hit_counts() -> bool:
    return hits.read("/")["n"] == 2 and hits.read("/about")["n"] == 1
