# The amount is taken first; an exception takes it back if there was not enough.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import concurrently, invariant, table

wallets = table("wallets", {"balance": 0}, rows={1: {"balance": 100}})


class NotEnough(Exception):
    pass


def pay(wallet: int, amount: int) -> bool:
    conn = psycopg2.connect("dbname=wallet")
    try:
        with conn:
            with conn.cursor() as cur:
                cur.execute(
                    "UPDATE wallets SET balance = balance - %s WHERE id = %s RETURNING balance",
                    (amount, wallet),
                )
                (balance,) = cur.fetchone()
                if balance < 0:
                    raise NotEnough()
        return True
    except NotEnough:
        return False
    finally:
        conn.close()


first, second = concurrently(lambda: pay(1, 70), lambda: pay(1, 60))


@invariant
def what_is_paid_is_taken() -> bool:
    paid = (70 if first else 0) + (60 if second else 0)
    return wallets.read(1)["balance"] == 100 - paid and paid > 0
