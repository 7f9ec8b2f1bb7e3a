# Two transfers in opposite directions. Both rows are locked by one statement, in the order of
# their keys, before anybody looks at them.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg

from aplomb.consistency import assume, concurrently, integer, invariant, table

DSN = "dbname=bank"


def transfer(source: int, target: int, amount: int) -> bool:
    with psycopg.connect(DSN) as connection:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, balance FROM accounts WHERE id IN (%s, %s) ORDER BY id FOR UPDATE",
                (source, target),
            )
            covered = False
            for account, balance in cursor.fetchall():
                if account == source and balance >= amount:
                    covered = True
            if not covered:
                return False
            cursor.execute(
                "UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, source)
            )
            cursor.execute(
                "UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, target)
            )
            return True


accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 50}, 2: {"balance": 30}})

there = integer("there", 40)
back = integer("back", 60)
assume(there > 0 and back > 0)

concurrently(lambda: transfer(1, 2, there), lambda: transfer(2, 1, back))


@invariant
def nobody_is_overdrawn() -> bool:
    return accounts.read(1)["balance"] >= 0 and accounts.read(2)["balance"] >= 0


@invariant
def the_money_is_all_there() -> bool:
    return accounts.sum(lambda account: account["balance"]) == 80
