# a payment that is delivered twice is booked once
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table

payments = table("payments", {"amount": 0}, rows={})
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 0}})


def receive(payment, amount):
    conn = psycopg2.connect("dbname=bank")
    try:
        with conn:
            with conn.cursor() as cur:
                cur.execute(
                    "INSERT INTO payments (id, amount) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING",
                    (payment, amount),
                )
                if cur.rowcount == 1:
                    cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = 1", (amount,))
    finally:
        conn.close()


concurrently(lambda: receive(7, 10), lambda: receive(7, 10))


@invariant
def booked_once():
    return accounts.read(1)["balance"] == 10
