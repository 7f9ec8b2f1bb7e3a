# Both accounts are locked in the order of their numbers, then money moves if there is enough.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, invariant, table

accounts = table("accounts", {"balance": 100}, rows={1: {"balance": 100}, 2: {"balance": 100}})


def transfer(source: int, target: int, amount: int) -> bool:
    with psycopg.connect("dbname=bank") as conn:
        with conn.transaction():
            first = conn.execute(
                "SELECT balance FROM accounts WHERE id = %s FOR UPDATE", (min(source, target),)
            ).fetchone()
            second = conn.execute(
                "SELECT balance FROM accounts WHERE id = %s FOR UPDATE", (max(source, target),)
            ).fetchone()
            has = first[0] if source < target else second[0]
            if has < amount:
                return False
            conn.execute("UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, source))
            conn.execute("UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, target))
            return True


concurrently(lambda: transfer(1, 2, 70), lambda: transfer(1, 2, 60), lambda: transfer(2, 1, 150))


@invariant
def nobody_is_overdrawn() -> bool:
    return accounts.read(1)["balance"] >= 0 and accounts.read(2)["balance"] >= 0


@invariant
def no_money_is_lost() -> bool:
    return accounts.read(1)["balance"] + accounts.read(2)["balance"] == 200
