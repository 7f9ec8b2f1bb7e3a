# The same request is delivered twice; whether it was seen is asked with a SELECT.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from aplomb.consistency import assume, concurrently, integer, invariant, table


def receive(delivery, request, amount):
    conn = psycopg2.connect("dbname=bank")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT id FROM deliveries WHERE request = %s", (request,))
            if cur.fetchall():
                conn.rollback()
                return
            cur.execute("INSERT INTO deliveries (id, request) VALUES (%s, %s)", (delivery, request))
            cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = 1", (amount,))
        conn.commit()
    finally:
        conn.close()


deliveries = table("deliveries", {"request": 0}, rows={})
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})

amount = integer("amount", 25)
assume(amount > 0)


@invariant
def paid_once() -> bool:
    return accounts.read(1)["balance"] == 100 + amount


concurrently(lambda: receive(1, 77, amount), lambda: receive(2, 77, amount))
