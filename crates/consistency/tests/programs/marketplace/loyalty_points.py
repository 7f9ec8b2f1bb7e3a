# Points are read, added in Python and written back (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✗ lost update
# postgres:repeatable-read ✓
# postgres:serializable ✓
# mysql:read-committed ✗ lost update
# mysql:repeatable-read ✗ lost update
# mysql:serializable ✓
import os

from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, integer, invariant, table

engine = create_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)


def award(customer: int, points: int) -> None:
    with engine.begin() as conn:
        current = conn.execute(
            text("SELECT points FROM customers WHERE id = :id"), {"id": customer}
        ).scalar_one()
        conn.execute(
            text("UPDATE customers SET points = :points WHERE id = :id"),
            {"points": current + points, "id": customer},
        )


customers = table("customers", {"points": 0}, key="id", rows={7: {"points": 0}})
first, second = integer("first", 5), integer("second", 9)


@invariant
def all_points_are_there() -> bool:
    return customers.read(7)["points"] == first + second


concurrently(lambda: award(7, first), lambda: award(7, second))
