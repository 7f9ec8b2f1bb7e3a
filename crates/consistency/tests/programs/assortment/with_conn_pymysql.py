# `with` a connection of PyMySQL: it is closed at the end, and nobody has committed.
# mysql:read-committed ✗
# mysql:repeatable-read ✗
# mysql:serializable ✗
# mariadb:read-committed ✗
# mariadb:repeatable-read ✗
# mariadb:snapshot-isolation ✗
import pymysql
from aplomb.consistency import assume, concurrently, integer, invariant, table


def credit(account: int, amount: int) -> bool:
    with pymysql.connect(host="localhost", database="bank") as conn:
        with conn.cursor() as cur:
            cur.execute("UPDATE accounts SET balance = balance + %s WHERE id = %s", (amount, account))
            return cur.rowcount == 1


accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})

first = integer("first", 10)
second = integer("second", 20)
assume(first > 0 and second > 0)

one, other = concurrently(lambda: credit(1, first), lambda: credit(1, second))


@invariant
def what_was_credited_is_there() -> bool:
    return accounts.read(1)["balance"] == 100 + (first if one else 0) + (second if other else 0)
