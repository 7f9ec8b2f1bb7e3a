# A safe is locked with SELECT ... FOR UPDATE before it is emptied, on a connection with autocommit.
# postgres:read-committed ✗ the lock ends with its statement: both read 100, A takes 80, B takes 70
# postgres:repeatable-read ✗ the same: every statement is a transaction by itself
# postgres:serializable ✗ the same
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

DSN = "postgresql://localhost/vault"

safes = table("safes", {"content": 0}, rows={1: {"content": 100}})


def take(safe: int, amount: int) -> bool:
    if amount <= 0:
        return False
    conn = psycopg.connect(DSN, autocommit=True)
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT content FROM safes WHERE id = %s FOR UPDATE", (safe,))
            content = cur.fetchone()[0]
            if content < amount:
                return False
            cur.execute("UPDATE safes SET content = content - %s WHERE id = %s", (amount, safe))
            return True
    finally:
        conn.close()


@invariant
def not_more_than_there_is() -> bool:
    return safes.read(1)["content"] >= 0


concurrently(
    lambda: take(1, integer("first", 80)),
    lambda: take(1, integer("second", 70)),
)
