# One UPDATE with the sum in its condition: after waiting, PostgreSQL looks at the row again, not at the sum (psycopg2).
# postgres:read-committed ✗ the sum is that of the statement's snapshot
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2

from aplomb.consistency import assume, concurrently, integer, invariant, table


def withdraw(wallet: int, amount: int) -> bool:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    conn.autocommit = True
    cur = conn.cursor()
    cur.execute(
        "UPDATE wallets SET balance = balance - %s WHERE id = %s "
        "AND (SELECT SUM(w.balance) FROM wallets w WHERE w.customer = 7) >= %s",
        (amount, wallet, amount),
    )
    return cur.rowcount == 1


wallets = table(
    "wallets",
    {"customer": 0, "balance": 0},
    key="id",
    rows={1: {"customer": 7, "balance": 60}, 2: {"customer": 7, "balance": 40}},
)
first, second = integer("first", 60), integer("second", 70)
assume(first > 0 and second > 0)


@invariant
def not_overdrawn_together() -> bool:
    return wallets.read(1)["balance"] + wallets.read(2)["balance"] >= 0


concurrently(lambda: withdraw(1, first), lambda: withdraw(1, second))
