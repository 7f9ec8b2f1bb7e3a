# A customer is deleted while an order comes in; the foreign key cascades.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg.errors import ForeignKeyViolation
from aplomb.consistency import concurrently, invariant, table


def place_order(conn: psycopg.Connection, order: int, customer: int) -> bool:
    try:
        conn.execute("INSERT INTO orders (id, customer) VALUES (%s, %s)", (order, customer))
        conn.commit()
        return True
    except ForeignKeyViolation:
        conn.rollback()
        return False


def delete_customer(conn: psycopg.Connection, customer: int) -> None:
    conn.execute("DELETE FROM customers WHERE id = %s", (customer,))
    conn.commit()


customers = table("customers", {"city": 0}, rows={1: {"city": 3}, 2: {"city": 3}})
orders = table("orders", {"customer": 0}, rows={9: {"customer": 1}})


@invariant
def nothing_of_the_customer_is_left() -> bool:
    return customers.read(1) is None and orders.read(9) is None and orders.read(10) is None


concurrently(
    lambda: place_order(psycopg.connect(), 10, 1),
    lambda: delete_customer(psycopg.connect(), 1),
)
