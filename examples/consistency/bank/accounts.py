"""The application's own code: psycopg, nothing of Aplomb."""

import psycopg


def withdraw(connection: psycopg.Connection, account: int, amount: int) -> bool:
    """Withdraws if the customer's accounts together have enough."""
    cursor = connection.cursor()
    cursor.execute(
        "SELECT COALESCE(SUM(balance), 0) FROM accounts WHERE customer = %s", (7,)
    )
    (total,) = cursor.fetchone()
    covered = total >= amount
    if covered:
        cursor.execute(
            "UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, account)
        )
    connection.commit()
    return covered
