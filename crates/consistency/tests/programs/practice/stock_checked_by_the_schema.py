# The schema keeps the stock from going below zero, and the code says so to the customer.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg
from psycopg.errors import CheckViolation

from aplomb.consistency import concurrently, invariant, table

stock = table(
    "stock", {"quantity": 0}, rows={1: {"quantity": 3}}, check=lambda row: row["quantity"] >= 0
)


def take(amount: int) -> int:
    with psycopg.connect("dbname=shop") as conn:
        try:
            with conn.transaction():
                conn.execute("UPDATE stock SET quantity = quantity - %s WHERE id = 1", (amount,))
        except CheckViolation:
            return 0
    return amount


first, second = concurrently(lambda: take(2), lambda: take(2))


@invariant
def what_was_promised_was_taken() -> bool:
    return stock.read(1)["quantity"] == 3 - first - second
