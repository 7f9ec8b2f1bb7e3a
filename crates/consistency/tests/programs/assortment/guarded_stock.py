# Stock is taken by a guarded update, and an order is written with it.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from aplomb.consistency import assume, concurrently, integer, invariant, table


def order(conn: psycopg.Connection, number: int, sku: int, quantity: int) -> bool:
    with conn.transaction():
        cur = conn.execute(
            "UPDATE stock SET available = available - %s WHERE sku = %s AND available >= %s",
            (quantity, sku, quantity),
        )
        if cur.rowcount != 1:
            return False
        conn.execute(
            "INSERT INTO orders (id, sku, quantity) VALUES (%s, %s, %s)", (number, sku, quantity)
        )
        return True


stock = table("stock", {"available": 0}, key="sku", rows={4: {"available": 10}})
orders = table("orders", {"sku": 0, "quantity": 0}, rows={})

first = integer("first", 6)
second = integer("second", 7)
assume(first > 0 and second > 0)


@invariant
def nothing_is_sold_twice() -> bool:
    left = stock.read(4)["available"]
    return left >= 0 and left + orders.sum(lambda row: row["quantity"]) == 10


concurrently(
    lambda: order(psycopg.connect(), 1001, 4, first),
    lambda: order(psycopg.connect(), 1002, 4, second),
)
