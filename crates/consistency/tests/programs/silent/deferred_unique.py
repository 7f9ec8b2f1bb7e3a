# Whether two rows have the same number is asked at the commit, which fails, not the statement.
# postgres:read-committed ? (✗ in truth)
import psycopg
from aplomb.consistency import concurrently, invariant, table
t = table("t", {"v": 0}, rows={1: {"v": 1}})
def run():
    with psycopg.connect() as conn:
        try:
            conn.execute("INSERT INTO t (id, v) VALUES (2, 1)")
            return 1
        except psycopg.errors.UniqueViolation:
            return 0
a, = concurrently(run)
@invariant
def refused():
    return a == 0
