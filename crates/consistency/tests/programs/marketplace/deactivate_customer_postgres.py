# The same customers on PostgreSQL: the snapshot of REPEATABLE READ is older than the lock (psycopg 3).
# postgres:read-committed ✓
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✓
import os

import psycopg

from aplomb.consistency import concurrently, invariant, table


def place_order(customer: int) -> bool:
    with psycopg.connect(os.environ["DATABASE_URL"]) as conn:
        with conn.cursor() as cur:
            cur.execute("SELECT active FROM customers WHERE id = %s FOR SHARE", (customer,))
            (active,) = cur.fetchone()
            if active != 1:
                return False
            cur.execute("INSERT INTO orders (customer_id) VALUES (%s)", (customer,))
            return True


def deactivate(customer: int) -> bool:
    conn = psycopg.connect(os.environ["DATABASE_URL"])
    cur = conn.cursor()
    cur.execute("UPDATE customers SET active = 0 WHERE id = %s", (customer,))
    cur.execute("SELECT COUNT(*) FROM orders WHERE customer_id = %s", (customer,))
    (count,) = cur.fetchone()
    if count > 0:
        conn.rollback()
        return False
    conn.commit()
    return True


customers = table("customers", {"active": 1}, key="id", rows={7: {"active": 1}})
orders = table("orders", {"customer_id": 0}, key="id", rows={})


@invariant
def who_has_orders_is_active() -> bool:
    return (
        customers.read(7)["active"] == 1
        or orders.count(lambda order: order["customer_id"] == 7) == 0
    )


concurrently(lambda: place_order(7), lambda: deactivate(7))
