# Gapless numbers: UPDATE ... RETURNING on a counter, and an insert in the same transaction (psycopg2).
# postgres:read-committed ? (✓ in truth)
# postgres:repeatable-read ? (✓ in truth)
# postgres:serializable ? (✓ in truth)
import os

import psycopg2

from aplomb.consistency import concurrently, invariant, table


def create_invoice(customer: int) -> int:
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn, conn.cursor() as cur:
        cur.execute("UPDATE counters SET n = n + 1 WHERE name = 'invoice' RETURNING n")
        (number,) = cur.fetchone()
        cur.execute("INSERT INTO invoices (number, customer) VALUES (%s, %s)", (number, customer))
    return number


counters = table("counters", {"n": 0}, key="name", rows={"invoice": {"n": 0}})
invoices = table("invoices", {"customer": 0}, key="number", rows={})

one, other = concurrently(lambda: create_invoice(1), lambda: create_invoice(2))


@invariant
def numbers_have_no_gap() -> bool:
    return one + other == 3 and counters.read("invoice")["n"] == 2


@invariant
def both_invoices_are_there() -> bool:
    return invoices.read(1) is not None and invoices.read(2) is not None
