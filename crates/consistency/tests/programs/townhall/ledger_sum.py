# A ledger without balances: what there is is the sum of the movements, and it is computed before
# something is taken out. Two insert different rows, so snapshots do not help.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
from sqlalchemy import create_engine, text

from aplomb.consistency import assume, concurrently, integer, invariant, table

engine = create_engine("postgresql+psycopg2://localhost/ledger")


def take(account: int, amount: int) -> bool:
    with engine.begin() as connection:
        total = connection.execute(
            text("SELECT COALESCE(SUM(amount), 0) FROM movements WHERE account = :account"),
            {"account": account},
        ).scalar_one()
        if total < amount:
            return False
        connection.execute(
            text("INSERT INTO movements (account, amount) VALUES (:account, :amount)"),
            {"account": account, "amount": -amount},
        )
        return True


movements = table(
    "movements", {"account": 0, "amount": 0}, rows={1: {"account": 3, "amount": 100}}
)

first = integer("first", 60)
second = integer("second", 70)
assume(first > 0 and second > 0)

concurrently(lambda: take(3, first), lambda: take(3, second))


@invariant
def not_overdrawn() -> bool:
    return movements.sum(lambda movement: movement["amount"]) >= 0
