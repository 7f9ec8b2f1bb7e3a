# A coin is spent unless it was: one INSERT with NOT EXISTS, in a transaction of its own.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

spendings = table("spendings", {"coin": integer, "shop": integer}, rows=[])


def spend(coin: int, shop: int) -> bool:
    with psycopg.connect("dbname=coins", autocommit=True) as conn:
        done = conn.execute(
            "INSERT INTO spendings (coin, shop) SELECT %s, %s"
            " WHERE NOT EXISTS (SELECT 1 FROM spendings WHERE coin = %s)",
            (coin, shop, coin),
        )
        return done.rowcount == 1


first, second = concurrently(lambda: spend(4, 1), lambda: spend(4, 2))


@invariant
def spent_once() -> bool:
    return first != second
