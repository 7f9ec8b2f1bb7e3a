# Transfers between two wallets, in opposite directions, with a fee of a tenth, under SELECT ... FOR UPDATE.
# mysql:read-committed ✓ the balance is checked under its lock; deadlocks run again
# mysql:repeatable-read ✓ locking reads see what is current
# mysql:serializable ✓
import pymysql

from aplomb.consistency import concurrently, integer, invariant, table

wallets = table(
    "wallets",
    {"balance": 0},
    rows={1: {"balance": 100}, 2: {"balance": 100}, 99: {"balance": 0}},
)


def transfer(source: int, target: int, amount: int) -> bool:
    if amount <= 0:
        return False
    conn = pymysql.connect(host="localhost", user="app", database="bank")
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT balance FROM wallets WHERE id = %s FOR UPDATE", (source,))
            (balance,) = cur.fetchone()
            if balance < amount:
                conn.rollback()
                return False
            fee = amount // 10
            cur.execute("UPDATE wallets SET balance = balance - %s WHERE id = %s", (amount, source))
            cur.execute("UPDATE wallets SET balance = balance + %s WHERE id = %s", (amount - fee, target))
            cur.execute("UPDATE wallets SET balance = balance + %s WHERE id = 99", (fee,))
        conn.commit()
        return True
    finally:
        conn.close()


@invariant
def no_money_appears_or_vanishes() -> bool:
    return wallets.sum(lambda wallet: wallet["balance"]) == 200


@invariant
def nobody_is_overdrawn() -> bool:
    return wallets.read(1)["balance"] >= 0 and wallets.read(2)["balance"] >= 0


concurrently(
    lambda: transfer(1, 2, integer("there", 80)),
    lambda: transfer(2, 1, integer("back", 95)),
)
