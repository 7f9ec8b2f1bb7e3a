# One's own account is changed first, then the sum is looked at, and a negative one is rolled back (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✗ write skew
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✓
# mysql:read-committed ✗ write skew
# mysql:repeatable-read ✗ write skew
# mysql:serializable ✓
import os

import sqlalchemy as sa

from aplomb.consistency import assume, concurrently, integer, invariant, table

engine = sa.create_engine(os.environ["DATABASE_URL"])


def withdraw(account: int, amount: int) -> bool:
    with engine.connect() as conn:
        conn.execute(
            sa.text("UPDATE accounts SET balance = balance - :amount WHERE id = :id"),
            {"amount": amount, "id": account},
        )
        total = conn.execute(sa.text("SELECT SUM(balance) FROM accounts WHERE customer = 7")).scalar()
        if total < 0:
            conn.rollback()
            return False
        conn.commit()
        return True


accounts = table(
    "accounts",
    {"customer": 0, "balance": 0},
    key="id",
    rows={1: {"customer": 7, "balance": 60}, 2: {"customer": 7, "balance": 40}},
)
first, second = integer("first", 70), integer("second", 80)
assume(first > 0 and second > 0)


@invariant
def not_overdrawn_together() -> bool:
    return accounts.read(1)["balance"] + accounts.read(2)["balance"] >= 0


concurrently(lambda: withdraw(1, first), lambda: withdraw(2, second))
