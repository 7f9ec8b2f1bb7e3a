# The same webhook is delivered twice, at the same time.
# postgres:read-committed ✓
# postgres:repeatable-read ✓
# postgres:serializable ✓
import psycopg2
from aplomb.consistency import concurrently, integer, invariant, table
from modules.webhook import receive

payments = table("payments", {"amount": 0}, rows={})
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 100}})

amount = integer("amount", 25)


@invariant
def paid_once() -> bool:
    return accounts.read(1)["balance"] == 100 + amount and payments.read(77)["amount"] == amount


concurrently(
    lambda: receive(psycopg2.connect("dbname=bank"), 77, 1, amount),
    lambda: receive(psycopg2.connect("dbname=bank"), 77, 1, amount),
)
