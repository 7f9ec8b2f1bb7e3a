# A coupon counts once; the second order is made without a discount (savepoint).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg.errors import UniqueViolation
from aplomb.consistency import concurrently, invariant, table


def order(conn: psycopg.Connection, number: int, coupon: int) -> None:
    with conn.transaction():
        discount = 20
        try:
            with conn.transaction():
                conn.execute(
                    "INSERT INTO coupon_uses (coupon, order_id) VALUES (%s, %s)", (coupon, number)
                )
        except UniqueViolation:
            discount = 0
        conn.execute("INSERT INTO orders (id, discount) VALUES (%s, %s)", (number, discount))


coupon_uses = table("coupon_uses", {"order_id": 0}, key="coupon", rows={})
orders = table("orders", {"discount": 0}, rows={})


@invariant
def the_coupon_counts_once() -> bool:
    return orders.sum(lambda row: row["discount"]) == 20


@invariant
def both_orders_are_made() -> bool:
    return orders.read(1) is not None and orders.read(2) is not None


concurrently(
    lambda: order(psycopg.connect(), 1, 99),
    lambda: order(psycopg.connect(), 2, 99),
)
