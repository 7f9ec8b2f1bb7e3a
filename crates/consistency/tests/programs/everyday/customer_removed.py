# A customer without orders is removed while an order comes in; the foreign key decides.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from psycopg2 import errors

from aplomb.consistency import concurrently, integer, invariant, table

customers = table("customers", {"active": 1}, rows=[1])
orders = table("orders", {"customer": integer}, rows=[], references={"customer": "customers"})


def order(customer: int) -> bool:
    conn = psycopg2.connect("dbname=shop")
    try:
        with conn, conn.cursor() as cur:
            cur.execute("INSERT INTO orders (id, customer) VALUES (9, %s)", (customer,))
        return True
    except errors.ForeignKeyViolation:
        return False
    finally:
        conn.close()


def remove(customer: int) -> bool:
    conn = psycopg2.connect("dbname=shop")
    try:
        with conn, conn.cursor() as cur:
            cur.execute("SELECT COUNT(*) FROM orders WHERE customer = %s", (customer,))
            if cur.fetchone()[0] > 0:
                return False
            cur.execute("DELETE FROM customers WHERE id = %s", (customer,))
        return True
    except errors.ForeignKeyViolation:
        return False
    finally:
        conn.close()


ordered, removed = concurrently(lambda: order(1), lambda: remove(1))


@invariant
def every_order_has_a_customer() -> bool:
    return ordered != removed and (orders.read(9) is None) == (customers.read(1) is None)
