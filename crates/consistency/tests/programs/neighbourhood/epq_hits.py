# Pages with 10 hits are purged while all pages get one more hit (the example of PostgreSQL's manual): one page is to remain.
# postgres:read-committed ✗ bump changes 9→10 and 10→11 (not committed); purge finds the page with 10 in its snapshot only, waits, checks 11 = 10: skipped; the other one was 9 in the snapshot: both remain
# postgres:repeatable-read ✓ purge (or bump) meets a changed row: 40001, runs again
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/web"

site_hits = table("site_hits", {"hits": 0}, rows={1: {"hits": 9}, 2: {"hits": 10}})


def bump() -> None:
    with psycopg.connect(DSN) as conn:
        conn.execute("UPDATE site_hits SET hits = hits + 1")


def purge() -> None:
    with psycopg.connect(DSN) as conn:
        conn.execute("DELETE FROM site_hits WHERE hits = 10")


@invariant
def one_page_remains() -> bool:
    return site_hits.count(lambda page: page["hits"] >= 0) == 1


concurrently(bump, purge)
