# A book is written while its author is removed: the FOREIGN KEY refuses one of them.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg import errors

from aplomb.consistency import concurrently, integer, invariant, table

authors = table("authors", {"name": 0}, rows={1: {"name": 5}})
books = table("books", {"author": integer}, rows=[], references={"author": "authors"})


def write() -> bool:
    try:
        with psycopg.connect() as conn:
            conn.execute("INSERT INTO books (id, author) VALUES (10, 1)")
        return True
    except errors.ForeignKeyViolation:
        return False


def remove() -> bool:
    try:
        with psycopg.connect() as conn:
            conn.execute("DELETE FROM authors WHERE id = 1")
        return True
    except errors.ForeignKeyViolation:
        return False


written, removed = concurrently(write, remove)


@invariant
def not_both() -> bool:
    return not (written and removed)
