# An order and its message are written together; a relay claims the message before it sends it.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

orders = table("orders", {"amount": integer}, rows=[])
outbox = table("outbox", {"sent": False}, rows=[])
deliveries = table("deliveries", {"message": integer}, rows=[])


def place(order: int, amount: int) -> None:
    with psycopg.connect("dbname=shop") as conn:
        conn.execute("INSERT INTO orders (id, amount) VALUES (%s, %s)", (order, amount))
        conn.execute("INSERT INTO outbox (id, sent) VALUES (%s, false)", (order,))


def relay(order: int) -> None:
    with psycopg.connect("dbname=shop") as conn:
        claimed = conn.execute("UPDATE outbox SET sent = true WHERE id = %s AND sent = false", (order,))
        if claimed.rowcount == 1:
            conn.execute("INSERT INTO deliveries (message) VALUES (%s)", (order,))


concurrently(lambda: place(5, 20), lambda: relay(5), lambda: relay(5))


@invariant
def delivered_at_most_once_and_only_what_was_ordered() -> bool:
    count = deliveries.count(lambda it: it["message"] == 5)
    return count <= 1 and (count == 0 or orders.read(5) is not None)
