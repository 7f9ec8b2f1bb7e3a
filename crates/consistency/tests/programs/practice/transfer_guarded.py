# Two transfers in opposite directions, each guarded by its own UPDATE.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2

from aplomb.consistency import assume, concurrently, integer, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 60}, 2: {"balance": 40}})


def transfer(source: int, target: int, amount: int) -> bool:
    conn = psycopg2.connect("dbname=bank")
    with conn:
        with conn.cursor() as cur:
            cur.execute(
                "UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s",
                (amount, source, amount),
            )
            if cur.rowcount == 0:
                return False
            cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, target))
    return True


there, back = integer("there", 50), integer("back", 70)
assume(there > 0)
assume(back > 0)
concurrently(lambda: transfer(1, 2, there), lambda: transfer(2, 1, back))


@invariant
def no_money_is_made_and_nobody_is_overdrawn() -> bool:
    first, second = accounts.read(1)["balance"], accounts.read(2)["balance"]
    return first + second == 100 and first >= 0 and second >= 0
