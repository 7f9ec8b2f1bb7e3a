# ✗✗✗✗✗✗✗✗✗✗✗✗✗ every statement commits by itself
import psycopg2
from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})


def pay(amount):
    conn = psycopg2.connect("")
    conn.autocommit = True
    cur = conn.cursor()
    cur.execute("SELECT balance FROM accounts WHERE id = 1")
    if cur.fetchone()[0] >= amount:
        cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = 1", (amount,))


a, b = integer("a", 70), integer("b", 80)
assume(a > 0 and b > 0)


@invariant
def not_overdrawn():
    return accounts.read(1)["balance"] >= 0


concurrently(lambda: pay(a), lambda: pay(b))
