# The order is looked at, then locked; its lines are summed up after that.
# mysql:read-committed ✓
# mysql:repeatable-read ✗
# mysql:serializable ✓
# mariadb:read-committed ✓
# mariadb:repeatable-read ✗
# mariadb:snapshot-isolation ✓
import pymysql
from aplomb.consistency import assume, concurrently, integer, invariant, table


def add_line(line: int, order: int, amount: int) -> bool:
    conn = pymysql.connect(host="localhost", database="shop")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT status FROM orders WHERE id = %s", (order,))
            (status,) = cur.fetchone()
            if status != 1:
                conn.rollback()
                return False
            cur.execute("SELECT id FROM orders WHERE id = %s FOR UPDATE", (order,))
            cur.execute(
                "INSERT INTO order_lines (id, order_id, amount) VALUES (%s, %s, %s)",
                (line, order, amount),
            )
            cur.execute(
                "SELECT COALESCE(SUM(amount), 0) FROM order_lines WHERE order_id = %s", (order,)
            )
            (total,) = cur.fetchone()
            cur.execute("UPDATE orders SET total = %s WHERE id = %s", (total, order))
        conn.commit()
        return True
    finally:
        conn.close()


orders = table("orders", {"status": 0, "total": 0}, rows={1: {"status": 1, "total": 0}})
lines = table("order_lines", {"order_id": 0, "amount": 0}, rows={})

first = integer("first", 5)
second = integer("second", 7)
assume(first > 0 and second > 0)


@invariant
def the_total_is_the_sum_of_the_lines() -> bool:
    return orders.read(1)["total"] == lines.sum(lambda line: line["amount"])


concurrently(lambda: add_line(101, 1, first), lambda: add_line(102, 1, second))
