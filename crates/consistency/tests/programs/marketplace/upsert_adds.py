# INSERT ... ON CONFLICT DO UPDATE adds what is EXCLUDED (psycopg 3).
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import os

import psycopg

from aplomb.consistency import concurrently, integer, invariant, table


def receive(sku: str, quantity: int) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as conn, conn.cursor() as cur:
        cur.execute(
            """
            INSERT INTO stock (sku, quantity) VALUES (%(sku)s, %(quantity)s)
            ON CONFLICT (sku) DO UPDATE SET quantity = stock.quantity + EXCLUDED.quantity
            RETURNING quantity
            """,
            {"sku": sku, "quantity": quantity},
        )
        return cur.fetchone()[0]


stock = table("stock", {"quantity": 0}, key="sku", rows={})
first, second = integer("first", 3), integer("second", 4)

one, other = concurrently(lambda: receive("pen", first), lambda: receive("pen", second))


@invariant
def everything_is_there_and_the_last_one_saw_it() -> bool:
    total = stock.read("pen")["quantity"]
    return total == first + second and (one == total or other == total)
