# Every statement of the transfer is a transaction by itself: the auditor may come in between.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✗
import pymysql

from aplomb.consistency import concurrently, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}, 2: {"balance": 100}})


def transfer(source: int, target: int, amount: int) -> None:
    conn = pymysql.connect(database="bank", autocommit=True)
    with conn.cursor() as cur:
        cur.execute("UPDATE accounts SET balance = balance - %s WHERE id = %s", (amount, source))
        cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, target))
    conn.close()


def audit() -> int:
    conn = pymysql.connect(database="bank", autocommit=True)
    with conn.cursor() as cur:
        cur.execute("SELECT SUM(balance) FROM accounts")
        (total,) = cur.fetchone()
    conn.close()
    return total


_, total = concurrently(lambda: transfer(1, 2, 30), audit)


@invariant
def the_auditor_finds_all_the_money() -> bool:
    return total == 200
