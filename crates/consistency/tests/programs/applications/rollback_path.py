# a withdrawal that turns out to be too large is rolled back
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


class Overdrawn(Exception):
    pass


def withdraw(amount):
    conn = psycopg.connect("dbname=bank", autocommit=True)
    try:
        with conn.transaction():
            conn.execute("UPDATE accounts SET balance = balance - %s WHERE id = 1", (amount,))
            row = conn.execute("SELECT balance FROM accounts WHERE id = 1").fetchone()
            if row[0] < 0:
                raise Overdrawn()
        return amount
    except Overdrawn:
        return 0


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)
first, second = concurrently(lambda: withdraw(a), lambda: withdraw(b))


@invariant
def not_overdrawn():
    balance = accounts.read(1)["balance"]
    return balance >= 0 and balance + first + second == 100
