# With autocommit, two queries are two transactions.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✗
import psycopg
from aplomb.consistency import concurrently, invariant, table
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 50}, 2: {"balance": 50}})
def move():
    with psycopg.connect() as conn:
        conn.execute("UPDATE accounts SET balance = balance - 10 WHERE id = 1")
        conn.execute("UPDATE accounts SET balance = balance + 10 WHERE id = 2")
def report():
    conn = psycopg.connect(autocommit=True)
    one = conn.execute("SELECT balance FROM accounts WHERE id = 1").fetchone()[0]
    two = conn.execute("SELECT balance FROM accounts WHERE id = 2").fetchone()[0]
    return one + two
_, total = concurrently(move, report)
@invariant
def hundred():
    return total == 100
