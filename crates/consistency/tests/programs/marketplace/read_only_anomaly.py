# A deposit, a withdrawal with a fee for overdrafts, and a statement that only reads: Fekete's anomaly (psycopg2).
# postgres:read-committed ✗ read-only anomaly
# postgres:repeatable-read ✗ read-only anomaly
# postgres:serializable ✓
import os

import psycopg2

from aplomb.consistency import concurrently, invariant, table

CHECKING, SAVINGS = 1, 2


def deposit() -> None:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn, conn.cursor() as cur:
        cur.execute("UPDATE accounts SET balance = balance + 20 WHERE id = %s", (SAVINGS,))


def withdraw() -> None:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn, conn.cursor() as cur:
        cur.execute("SELECT SUM(balance) FROM accounts")
        total = cur.fetchone()[0]
        charge = 10 if total >= 10 else 11
        cur.execute(
            "UPDATE accounts SET balance = balance - %s WHERE id = %s", (charge, CHECKING)
        )


def statement() -> tuple[int, int]:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn, conn.cursor() as cur:
        cur.execute("SELECT balance FROM accounts WHERE id = %s", (CHECKING,))
        checking = cur.fetchone()[0]
        cur.execute("SELECT balance FROM accounts WHERE id = %s", (SAVINGS,))
        savings = cur.fetchone()[0]
    return checking, savings


accounts = table(
    "accounts", {"balance": 0}, key="id", rows={1: {"balance": 0}, 2: {"balance": 0}}
)

_, _, seen = concurrently(deposit, withdraw, statement)


@invariant
def no_fee_after_a_statement_that_covers_it() -> bool:
    # Whoever was told 0 and 20, before the withdrawal, is not charged a fee for it.
    return not (seen[0] == 0 and seen[1] == 20 and accounts.read(CHECKING)["balance"] == -11)
