# The second order makes a member gold; who orders counts the orders.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

members = table("members", {"gold": False}, rows={1: {"gold": False}})
orders = table("orders", {"member": integer, "total": integer}, rows=[])


def place_order(member: int, total: int) -> None:
    with psycopg.connect("dbname=shop") as conn:
        with conn.cursor() as cur:
            cur.execute("INSERT INTO orders (member, total) VALUES (%s, %s)", (member, total))
            cur.execute("SELECT COUNT(*) FROM orders WHERE member = %s", (member,))
            (count,) = cur.fetchone()
            if count >= 2:
                cur.execute("UPDATE members SET gold = TRUE WHERE id = %s", (member,))


concurrently(lambda: place_order(1, 10), lambda: place_order(1, 20))


@invariant
def two_orders_make_gold() -> bool:
    return members.read(1)["gold"] or orders.count(lambda it: it["member"] == 1) < 2
