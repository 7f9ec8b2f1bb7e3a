# Optimistic locking by a version, but nobody looks at the row count before the sale is written.
# postgres:read-committed ✗ both read version 1 and stock 5; A writes; B waits, checks version = 1 again: 0 rows; B writes its sale all the same: stock 4 and 2 sales
# postgres:repeatable-read ✓ B's UPDATE meets a row that changed since its snapshot: 40001, runs again
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

DSN = "postgresql://localhost/shop"

products = table("products", {"stock": 0, "version": 0}, rows={1: {"stock": 5, "version": 1}})
sales = table("sales", {"product": 0, "customer": 0}, rows={})


def sell(product: int, customer: int) -> None:
    with psycopg.connect(DSN) as conn:
        stock, version = conn.execute(
            "SELECT stock, version FROM products WHERE id = %s", (product,)
        ).fetchone()
        if stock < 1:
            return
        conn.execute(
            "UPDATE products SET stock = %s, version = %s WHERE id = %s AND version = %s",
            (stock - 1, version + 1, product, version),
        )
        conn.execute("INSERT INTO sales (product, customer) VALUES (%s, %s)", (product, customer))


@invariant
def every_sale_is_deducted() -> bool:
    return products.read(1)["stock"] + sales.count(lambda sale: sale["product"] == 1) == 5


concurrently(lambda: sell(1, integer("ann", 1)), lambda: sell(1, integer("bob", 2)))
