# `with connection:` closes the connection in PyMySQL and does not commit: the order is never there.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✗
import pymysql

from aplomb.consistency import concurrently, invariant, table


def order(number: int, pieces: int) -> bool:
    with pymysql.connect(host="localhost", database="shop") as connection:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO orders (id, pieces) VALUES (%s, %s)", (number, pieces))
    return True


orders = table("orders", {"pieces": 0}, rows=[])

concurrently(lambda: order(1, 5), lambda: order(2, 6))


@invariant
def both_orders_are_there() -> bool:
    return orders.read(1) is not None and orders.read(2) is not None
