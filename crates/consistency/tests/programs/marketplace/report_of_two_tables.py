# A report reads two tables, one after the other, while money moves between them (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✗ fractured read
# postgres:repeatable-read ✓
# postgres:serializable ✓
# mysql:read-committed ✗ fractured read
# mysql:repeatable-read ✓
# mysql:serializable ✓
import os

from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, integer, invariant, table

engine = create_engine(os.getenv("DATABASE_URL"))


def invest(customer: int, amount: int) -> None:
    with engine.begin() as conn:
        conn.execute(
            text("UPDATE cash SET amount = amount - :a WHERE customer = :c"),
            {"a": amount, "c": customer},
        )
        conn.execute(
            text("UPDATE funds SET amount = amount + :a WHERE customer = :c"),
            {"a": amount, "c": customer},
        )


def wealth(customer: int) -> int:
    with engine.connect() as conn:
        cash = conn.execute(
            text("SELECT amount FROM cash WHERE customer = :c"), {"c": customer}
        ).scalar()
        funds = conn.execute(
            text("SELECT amount FROM funds WHERE customer = :c"), {"c": customer}
        ).scalar()
        return cash + funds


cash = table("cash", {"amount": 0}, key="customer", rows={7: {"amount": 100}})
funds = table("funds", {"amount": 0}, key="customer", rows={7: {"amount": 0}})
amount = integer("amount", 30)

_, reported = concurrently(lambda: invest(7, amount), lambda: wealth(7))


@invariant
def nothing_is_missing_in_the_report() -> bool:
    return reported == 100
