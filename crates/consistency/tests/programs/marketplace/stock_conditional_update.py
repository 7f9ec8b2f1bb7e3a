# Stock is taken by one conditional UPDATE whose rowcount decides (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import os

from sqlalchemy import create_engine, text

from aplomb.consistency import assume, concurrently, integer, invariant, table

engine = create_engine(os.environ["DATABASE_URL"])


def reserve(sku: str, quantity: int) -> bool:
    with engine.begin() as conn:
        result = conn.execute(
            text(
                "UPDATE stock SET available = available - :n "
                "WHERE sku = :sku AND available >= :n"
            ),
            {"n": quantity, "sku": sku},
        )
        return result.rowcount == 1


stock = table("stock", {"available": 0}, key="sku", rows={"pen": {"available": 10}})
first, second = integer("first", 7), integer("second", 8)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: reserve("pen", first), lambda: reserve("pen", second))


@invariant
def what_was_promised_was_there() -> bool:
    left = stock.read("pen")["available"]
    taken = (first if one else 0) + (second if other else 0)
    return left >= 0 and left + taken == 10
