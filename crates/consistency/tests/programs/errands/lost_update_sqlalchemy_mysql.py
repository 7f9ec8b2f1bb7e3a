# The address of the engine says MySQL, whose REPEATABLE READ loses updates.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, invariant, table

engine = create_engine("mysql+pymysql://localhost/site")
pages = table("pages", {"views": 0}, rows={7: {"views": 0}})


def view() -> None:
    with engine.begin() as conn:
        views = conn.execute(text("SELECT views FROM pages WHERE id = 7")).scalar_one()
        conn.execute(text("UPDATE pages SET views = :views WHERE id = 7"), {"views": views + 1})


concurrently(view, view)


@invariant
def every_view_counts() -> bool:
    return pages.read(7)["views"] == 2
