# A document is saved if its version is still the one that was read; otherwise the writer is told.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("postgresql+psycopg://localhost/wiki")
documents = table("documents", {"version": 1, "words": 0}, rows={1: {"version": 1, "words": 0}})


def append(more: int) -> bool:
    with engine.connect() as conn:
        version, words = conn.execute(
            text("SELECT version, words FROM documents WHERE id = 1")
        ).one()
        conn.rollback()
        saved = conn.execute(
            text("UPDATE documents SET words = :words, version = version + 1 WHERE id = 1 AND version = :version"),
            {"words": words + more, "version": version},
        )
        conn.commit()
        return saved.rowcount == 1


five, seven = concurrently(lambda: append(5), lambda: append(7))


@invariant
def what_was_saved_is_there() -> bool:
    return documents.read(1)["words"] == (5 if five else 0) + (7 if seven else 0)
