# Two accounts of a customer; the check comes after the change, and may roll it back.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import assume, concurrently, integer, invariant, table


def withdraw(account: str, amount: int) -> None:
    connection = psycopg.connect("dbname=bank")
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, account)
            )
            cursor.execute("SELECT SUM(balance) FROM accounts")
            if cursor.fetchone()[0] < 0:
                connection.rollback()
            else:
                connection.commit()
    finally:
        connection.close()


accounts = table("accounts", {"balance": 50}, rows=["savings", "current"])

first = integer("first", 70)
second = integer("second", 80)
assume(first > 0)
assume(second > 0)


@invariant
def not_overdrawn_together() -> bool:
    return accounts.read("savings")["balance"] + accounts.read("current")["balance"] >= 0


concurrently(lambda: withdraw("savings", first), lambda: withdraw("current", second))
