# items are added while the order is open; closing it counts them
# postgres:read-committed ✓
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table

orders = table("orders", {"open": True, "items": 0}, rows={1: {"open": True, "items": 0}})
items = table("items", {"order_id": 0}, rows={})


def add():
    conn = psycopg2.connect("dbname=shop")
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT open FROM orders WHERE id = 1 FOR SHARE")
            if cur.fetchone()[0]:
                cur.execute("INSERT INTO items (order_id) VALUES (1)")
    conn.close()


def close():
    conn = psycopg2.connect("dbname=shop")
    with conn:
        with conn.cursor() as cur:
            cur.execute("UPDATE orders SET open = FALSE WHERE id = 1")
            cur.execute("SELECT COUNT(*) FROM items WHERE order_id = 1")
            count = cur.fetchone()[0]
            cur.execute("UPDATE orders SET items = %s WHERE id = 1", (count,))
    conn.close()


concurrently(add, close)


@invariant
def the_count_is_right():
    return orders.read(1)["items"] == items.count()
