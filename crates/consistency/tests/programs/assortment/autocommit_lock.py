# The row is locked, but every statement is a transaction by itself.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg
from aplomb.consistency import assume, concurrently, integer, invariant, table


def deposit(account: int, amount: int) -> None:
    conn = psycopg.connect("dbname=bank", autocommit=True)
    cur = conn.cursor()
    cur.execute("SELECT balance FROM accounts WHERE id = %s FOR UPDATE", (account,))
    balance = cur.fetchone()[0]
    cur.execute("UPDATE accounts SET balance = %s WHERE id = %s", (balance + amount, account))
    conn.close()


accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})

first = integer("first", 10)
second = integer("second", 20)
assume(first > 0 and second > 0)


@invariant
def both_deposits_arrive() -> bool:
    return accounts.read(1)["balance"] == 100 + first + second


concurrently(lambda: deposit(1, first), lambda: deposit(1, second))
