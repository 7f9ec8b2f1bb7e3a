# The total of an order is computed anew by a subquery, after a line was added. At READ COMMITTED
# the statement that waited for the order still has its old snapshot of the lines.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table


def add_line(order: int, price: int) -> None:
    with psycopg.connect("dbname=shop") as connection:
        connection.execute(
            "INSERT INTO order_lines (order_id, price) VALUES (%s, %s)", (order, price)
        )
        connection.execute(
            "UPDATE orders SET total = (SELECT SUM(price) FROM order_lines WHERE order_id = %s)"
            " WHERE id = %s",
            (order, order),
        )


orders = table("orders", {"total": 0}, rows=[1])
order_lines = table("order_lines", {"order_id": 0, "price": 0}, rows=[])

concurrently(
    lambda: add_line(1, integer("first", 20)),
    lambda: add_line(1, integer("second", 30)),
)


@invariant
def the_total_is_the_sum_of_the_lines() -> bool:
    return orders.read(1)["total"] == order_lines.sum(lambda line: line["price"])
