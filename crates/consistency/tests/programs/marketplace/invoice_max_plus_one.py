# The next invoice number is MAX(number) + 1, and nothing is UNIQUE (psycopg 3).
# postgres:read-committed ✗ write skew
# postgres:repeatable-read ✗ write skew
# postgres:serializable ✓
import os

import psycopg
from psycopg.rows import dict_row

from aplomb.consistency import concurrently, invariant, table


def create_invoice(customer: int) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"], row_factory=dict_row) as conn:
        row = conn.execute("SELECT COALESCE(MAX(number), 0) AS last FROM invoices").fetchone()
        number = row["last"] + 1
        conn.execute(
            "INSERT INTO invoices (number, customer) VALUES (%(number)s, %(customer)s)",
            {"number": number, "customer": customer},
        )
        return number


invoices = table("invoices", {"number": 0, "customer": 0}, key="id", rows={})

one, other = concurrently(lambda: create_invoice(1), lambda: create_invoice(2))


@invariant
def numbers_are_different() -> bool:
    return one != other
