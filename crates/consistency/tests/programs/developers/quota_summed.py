# A file is stored if there is room for it.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import assume, concurrently, integer, invariant, table

files = table("files", {"owner": 1, "size": 0}, rows={1: {"owner": 1, "size": 40}})


def store(owner: int, size: int) -> None:
    with psycopg.connect("dbname=files") as conn:
        row = conn.execute("SELECT SUM(size) FROM files WHERE owner = %s", (owner,)).fetchone()
        if row[0] + size <= 100:
            conn.execute("INSERT INTO files (owner, size) VALUES (%s, %s)", (owner, size))


a, b = integer("a", 50), integer("b", 60)
assume(a > 0)
assume(b > 0)
concurrently(lambda: store(1, a), lambda: store(1, b))


@invariant
def within_the_quota() -> bool:
    return files.sum(lambda file: file["size"]) <= 100
