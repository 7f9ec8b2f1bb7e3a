# create_engine(..., isolation_level="REPEATABLE READ"): enough on PostgreSQL, not on MySQL (SQLAlchemy core, URL from the environment).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
# mysql:read-committed ✗ lost update
# mysql:repeatable-read ✗ lost update
# mysql:serializable ✗ lost update
# (The engine sets the level of every connection, whatever the default of the server.)
import os

from sqlalchemy import create_engine, text

from aplomb.consistency import concurrently, integer, invariant, table

engine = create_engine(os.environ["DATABASE_URL"], isolation_level="REPEATABLE READ")


def deposit(account: int, amount: int) -> None:
    with engine.begin() as conn:
        balance = conn.execute(
            text("SELECT balance FROM accounts WHERE id = :id"), {"id": account}
        ).scalar_one()
        conn.execute(
            text("UPDATE accounts SET balance = :balance WHERE id = :id"),
            {"balance": balance + amount, "id": account},
        )


accounts = table("accounts", {"balance": 0}, key="id", rows={1: {"balance": 0}})
first, second = integer("first", 5), integer("second", 6)


@invariant
def no_deposit_is_lost() -> bool:
    return accounts.read(1)["balance"] == first + second


concurrently(lambda: deposit(1, first), lambda: deposit(1, second))
