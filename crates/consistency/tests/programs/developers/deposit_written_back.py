# A deposit reads the balance and writes the sum.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✓
import pymysql

from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def deposit(account: int, amount: int) -> None:
    conn = pymysql.connect(host="db", database="bank")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT balance FROM accounts WHERE id = %s", (account,))
            (balance,) = cur.fetchone()
            cur.execute("UPDATE accounts SET balance = %s WHERE id = %s", (balance + amount, account))
        conn.commit()
    finally:
        conn.close()


a, b = integer("a", 10), integer("b", 20)
assume(a > 0)
assume(b > 0)
concurrently(lambda: deposit(1, a), lambda: deposit(1, b))


@invariant
def both_arrive() -> bool:
    return accounts.read(1)["balance"] == 100 + a + b
