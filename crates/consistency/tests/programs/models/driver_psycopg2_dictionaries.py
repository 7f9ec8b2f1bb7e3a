# ✓✓✓✓✓✓✓✓✗✗✗✗✗ psycopg2 with rows as dictionaries
import psycopg2
from psycopg2.extras import RealDictCursor
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def pay(amount):
    conn = psycopg2.connect("")
    cur = conn.cursor(cursor_factory=RealDictCursor)
    cur.execute("SELECT balance FROM accounts WHERE id = %s", (1,))
    row = cur.fetchone()
    if row["balance"] < amount:
        conn.rollback()
        return False
    cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, 1))
    conn.commit()
    return True


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read(1)["balance"] >= 0


concurrently(lambda: pay(a), lambda: pay(b))
