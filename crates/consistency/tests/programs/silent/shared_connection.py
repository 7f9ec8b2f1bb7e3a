# One connection for all requests: a lock does not keep out who uses the same connection.
# postgres:read-committed ✓ (✗ in truth, where requests overlap: the answer assumes a connection for each)
import psycopg2
from aplomb.consistency import concurrently, invariant, table

conn = psycopg2.connect("dbname=shop")
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 10}})

def deposit(amount):
    cur = conn.cursor()
    cur.execute("SELECT balance FROM accounts WHERE id = 1 FOR UPDATE")
    balance = cur.fetchone()[0]
    cur.execute("UPDATE accounts SET balance = %s WHERE id = 1", (balance + amount,))
    conn.commit()

concurrently(lambda: deposit(1), lambda: deposit(2))

@invariant
def both_count():
    return accounts.read(1)["balance"] == 13
