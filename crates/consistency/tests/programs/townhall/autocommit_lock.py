# The connection is in autocommit, so the lock of FOR UPDATE is gone when the statement ends.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg2

from aplomb.consistency import assume, concurrently, integer, invariant, table


def withdraw(account: int, amount: int) -> bool:
    connection = psycopg2.connect("dbname=bank")
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute("SELECT balance FROM accounts WHERE id = %s FOR UPDATE", (account,))
        (balance,) = cursor.fetchone()
        if balance < amount:
            return False
        cursor.execute(
            "UPDATE accounts SET balance = %s WHERE id = %s", (balance - amount, account)
        )
        return True


accounts = table("accounts", {"balance": 100}, rows=[1])

first = integer("first", 30)
second = integer("second", 40)
assume(first > 0 and second > 0)

one, two = concurrently(lambda: withdraw(1, first), lambda: withdraw(1, second))


@invariant
def what_was_paid_out_is_gone() -> bool:
    paid = (first if one else 0) + (second if two else 0)
    return accounts.read(1)["balance"] == 100 - paid
