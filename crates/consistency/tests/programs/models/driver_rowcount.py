# ✓✓✓✓✓✓✓✓✓✓✓✓✓ the number of changed rows decides
import psycopg2
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def pay(amount):
    conn = psycopg2.connect("")
    cur = conn.cursor()
    cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s", (amount, 1, amount))
    if cur.rowcount == 0:
        conn.rollback()
        return False
    conn.commit()
    return True


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read(1)["balance"] >= 0


concurrently(lambda: pay(a), lambda: pay(b))
