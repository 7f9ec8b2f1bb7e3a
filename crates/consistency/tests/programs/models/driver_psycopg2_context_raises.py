# ✓✓✓✓✓✓✓✓✓✓✓✓✗ psycopg2: an exception that leaves the context undoes what was written
import psycopg2
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def pay(amount):
    conn = psycopg2.connect("")
    with conn:
        with conn.cursor() as cur:
            cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = 1", (amount,))
            cur.execute("SELECT balance FROM accounts WHERE id = 1")
            (balance,) = cur.fetchone()
            if balance < 0:
                raise ValueError("not covered")


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read(1)["balance"] >= 0


concurrently(lambda: pay(a), lambda: pay(b))
