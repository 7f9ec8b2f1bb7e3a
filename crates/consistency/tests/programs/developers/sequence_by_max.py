# An invoice gets the next number: the highest one, plus one.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg

from aplomb.consistency import concurrently, integer, invariant, table

invoices = table("invoices", {"number": integer}, rows={1: {"number": 41}})


def invoice(key: int) -> None:
    with psycopg.connect("dbname=shop") as conn:
        with conn.transaction():
            cur = conn.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM invoices")
            number = cur.fetchone()[0]
            conn.execute("INSERT INTO invoices (id, number) VALUES (%s, %s)", (key, number))


concurrently(lambda: invoice(2), lambda: invoice(3))


@invariant
def numbers_differ() -> bool:
    return invoices.read(2)["number"] != invoices.read(3)["number"]
