# Two deposits read the balance, add in Python, and write it back (psycopg2).
# postgres:read-committed ✗ lost update
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg2

from aplomb.consistency import assume, concurrently, integer, invariant, table


def deposit(account_id: int, amount: int) -> None:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn:
            with conn.cursor() as cur:
                cur.execute("SELECT balance FROM accounts WHERE id = %s", (account_id,))
                balance = cur.fetchone()[0]
                cur.execute(
                    "UPDATE accounts SET balance = %s WHERE id = %s",
                    (balance + amount, account_id),
                )
    finally:
        conn.close()


accounts = table("accounts", {"balance": 0}, key="id", rows={1: {"balance": 100}})
first, second = integer("first", 10), integer("second", 25)
assume(first > 0 and second > 0)


@invariant
def no_deposit_is_lost() -> bool:
    return accounts.read(1)["balance"] == 100 + first + second


concurrently(lambda: deposit(1, first), lambda: deposit(1, second))
