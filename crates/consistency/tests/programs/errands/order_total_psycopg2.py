# Lines are added to an order, each with a new sum over all its lines.
# postgres:read-committed ✗
# postgres:repeatable-read ✓ the second writer of the order's row is aborted, and retried
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, integer, invariant, table

orders = table("orders", {"total": 0}, rows={1: {"total": 0}})
lines = table("lines", {"parent": integer, "price": integer}, rows=[])


def add(price: int) -> None:
    conn = psycopg2.connect("dbname=shop")
    with conn:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO lines (parent, price) VALUES (1, %s)", (price,))
            cur.execute("SELECT COALESCE(SUM(price), 0) FROM lines WHERE parent = 1")
            total = cur.fetchone()[0]
            cur.execute("UPDATE orders SET total = %s WHERE id = 1", (total,))


concurrently(lambda: add(10), lambda: add(20))


@invariant
def the_total_has_all_lines() -> bool:
    return orders.read(1)["total"] == 30
