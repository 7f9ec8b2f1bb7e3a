# The code itself asks for REPEATABLE READ, which is too little for two accounts that cover each other (psycopg 3).
# postgres:read-committed ✗ write skew
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✗ write skew
# (The level of the connection overrides the default of the server, whatever that is.)
import os

import psycopg
from psycopg import IsolationLevel

from aplomb.consistency import assume, concurrently, integer, invariant, table


def withdraw(account: int, amount: int) -> bool:
    conn = psycopg.connect(os.environ["DATABASE_URL"])
    conn.isolation_level = IsolationLevel.REPEATABLE_READ
    with conn.transaction():
        (total,) = conn.execute(
            "SELECT SUM(balance) FROM accounts WHERE customer = 7"
        ).fetchone()
        if total >= amount:
            conn.execute(
                "UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, account)
            )
    conn.close()
    return total >= amount


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
