# An order is shipped or cancelled, whoever sees it paid first; each statement of asyncpg commits by itself.
# postgres:read-committed ✗ both read 'paid', one ships, the other one refunds
# postgres:repeatable-read ✗ the same: nothing spans read and write
# postgres:serializable ✗ the same: every statement is a transaction of its own
import asyncpg

from aplomb.consistency import concurrently, invariant, table

DSN = "postgresql://localhost/orders"

customer_orders = table("customer_orders", {"status": "paid"}, rows={1: {"status": "paid"}})
shipments = table("shipments", {"ordered": 0}, rows={})
order_refunds = table("order_refunds", {"ordered": 0}, rows={})


async def ship(order: int) -> None:
    conn = await asyncpg.connect(DSN)
    try:
        status = await conn.fetchval("SELECT status FROM customer_orders WHERE id = $1", order)
        if status != "paid":
            return
        await conn.execute("UPDATE customer_orders SET status = 'shipped' WHERE id = $1", order)
        await conn.execute("INSERT INTO shipments (ordered) VALUES ($1)", order)
    finally:
        await conn.close()


async def cancel(order: int) -> None:
    conn = await asyncpg.connect(DSN)
    try:
        status = await conn.fetchval("SELECT status FROM customer_orders WHERE id = $1", order)
        if status != "paid":
            return
        await conn.execute("UPDATE customer_orders SET status = 'cancelled' WHERE id = $1", order)
        await conn.execute("INSERT INTO order_refunds (ordered) VALUES ($1)", order)
    finally:
        await conn.close()


@invariant
def not_shipped_and_refunded() -> bool:
    return not (
        shipments.exists(lambda row: row["ordered"] == 1)
        and order_refunds.exists(lambda row: row["ordered"] == 1)
    )


concurrently(lambda: ship(1), lambda: cancel(1))
