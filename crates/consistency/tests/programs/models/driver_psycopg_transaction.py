# ✓✓✓✓✓✓✓✓✗✗✗✗✗ psycopg: a transaction as a context
import psycopg
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def pay(amount):
    conn = psycopg.connect("")
    with conn.transaction():
        row = conn.execute("SELECT balance FROM accounts WHERE id = 1").fetchone()
        if row[0] >= amount:
            conn.execute("UPDATE accounts SET balance = balance - %s WHERE id = 1", (amount,))


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read(1)["balance"] >= 0


concurrently(lambda: pay(a), lambda: pay(b))
