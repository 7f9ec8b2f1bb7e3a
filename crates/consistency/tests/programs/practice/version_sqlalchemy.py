# Optimistic locking with a version column, in the texts of SQLAlchemy.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql+psycopg2://localhost/wiki")
pages = table("pages", {"length": 0, "version": 0}, rows={1: {"length": 10, "version": 1}})


def append(more: int) -> int:
    with engine.begin() as conn:
        row = conn.execute(text("SELECT version, length FROM pages WHERE id = :id"), {"id": 1}).fetchone()
        done = conn.execute(
            text(
                "UPDATE pages SET length = :length, version = version + 1 "
                "WHERE id = :id AND version = :version"
            ),
            {"id": 1, "length": row.length + more, "version": row.version},
        )
        return more * done.rowcount


first, second = concurrently(lambda: append(5), lambda: append(7))


@invariant
def what_was_saved_is_there() -> bool:
    return pages.read(1)["length"] == 10 + first + second
