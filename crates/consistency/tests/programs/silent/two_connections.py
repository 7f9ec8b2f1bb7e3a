# Two connections in one function: what is done on the second stays when the first is rolled back.
# postgres:read-committed ? (✗ in truth)
# postgres:serializable ? (✗ in truth)
import psycopg2
from aplomb.consistency import concurrently, invariant, table

accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 10}, 2: {"balance": 10}})

def move():
    first = psycopg2.connect()
    second = psycopg2.connect()
    with first.cursor() as cur:
        cur.execute("UPDATE accounts SET balance = balance - 1 WHERE id = 1")
    with second.cursor() as cur:
        cur.execute("UPDATE accounts SET balance = balance + 1 WHERE id = 2")
    second.commit()
    first.rollback()

concurrently(move)

@invariant
def sum_stays():
    return accounts.read(1)["balance"] + accounts.read(2)["balance"] == 20
