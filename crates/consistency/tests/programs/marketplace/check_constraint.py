# CHECK (balance >= 0) refuses an overdraft, and the code catches that (psycopg2).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2

from aplomb.consistency import assume, concurrently, integer, invariant, table


def pay(account: int, amount: int) -> bool:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn:
            with conn.cursor() as cur:
                cur.execute(
                    "UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, account)
                )
        return True
    except psycopg2.errors.CheckViolation:
        return False


accounts = table("accounts", {"balance": 0}, key="id", rows={1: {"balance": 100}})
first, second = integer("first", 70), integer("second", 80)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: pay(1, first), lambda: pay(1, second))


@invariant
def paid_and_not_overdrawn() -> bool:
    balance = accounts.read(1)["balance"]
    paid = (first if one else 0) + (second if other else 0)
    return balance >= 0 and balance == 100 - paid
