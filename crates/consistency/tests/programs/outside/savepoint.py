# A coupon can be redeemed once; who comes second pays the full price.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg import errors

from aplomb.consistency import concurrently, invariant, table, text

DSN = "dbname=shop"


def buy(order: str, coupon: str) -> None:
    with psycopg.connect(DSN) as connection, connection.cursor() as cursor:
        cursor.execute("INSERT INTO orders (id, cents) VALUES (%s, %s)", (order, 100))
        try:
            with connection.transaction():  # inside of a transaction: a savepoint
                cursor.execute(
                    "INSERT INTO redemptions (id, order_id) VALUES (%s, %s)", (coupon, order)
                )
        except errors.UniqueViolation:
            return
        cursor.execute("UPDATE orders SET cents = cents - 10 WHERE id = %s", (order,))


orders = table("orders", {"cents": 0}, rows=[])
redemptions = table("redemptions", {"order_id": text}, rows=[])


@invariant
def one_discount() -> bool:
    return orders.read("o1")["cents"] + orders.read("o2")["cents"] == 190


concurrently(lambda: buy("o1", "WELCOME"), lambda: buy("o2", "WELCOME"))
