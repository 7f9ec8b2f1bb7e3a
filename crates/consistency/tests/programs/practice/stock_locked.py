# Stock is locked, looked at, and taken; the order is written with it.
# mysql:read-committed ✓
# mysql:repeatable-read ✓
# mysql:serializable ✓
import pymysql

from aplomb.consistency import assume, concurrently, integer, invariant, table

stock = table("stock", {"quantity": 0}, rows={"pen": {"quantity": 5}}, key="sku")
orders = table("orders", {"quantity": 0}, rows=[])


def order(sku: str, wanted: int) -> bool:
    conn = pymysql.connect(database="shop")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT quantity FROM stock WHERE sku = %s FOR UPDATE", (sku,))
            (available,) = cur.fetchone()
            if available < wanted:
                conn.rollback()
                return False
            cur.execute("UPDATE stock SET quantity = %s WHERE sku = %s", (available - wanted, sku))
            cur.execute("INSERT INTO orders (quantity) VALUES (%s)", (wanted,))
        conn.commit()
        return True
    finally:
        conn.close()


first, second = integer("first", 3), integer("second", 4)
assume(first > 0)
assume(second > 0)
concurrently(lambda: order("pen", first), lambda: order("pen", second))


@invariant
def nothing_is_sold_twice() -> bool:
    left = stock.read("pen")["quantity"]
    return left >= 0 and left + orders.sum(lambda it: it["quantity"]) == 5
