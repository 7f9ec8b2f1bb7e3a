# The next invoice has the largest number plus one.
# postgres:read-committed ✗
# postgres:repeatable-read ✗
# postgres:serializable ✓
import psycopg2
from aplomb.consistency import concurrently, invariant, table


def invoice(key: int) -> int:
    conn = psycopg2.connect("dbname=shop")
    with conn:
        with conn.cursor() as cur:
            cur.execute("SELECT COALESCE(MAX(number), 0) FROM invoices")
            number = cur.fetchone()[0] + 1
            cur.execute("INSERT INTO invoices (id, number) VALUES (%s, %s)", (key, number))
    return number


invoices = table("invoices", {"number": 0}, rows={10: {"number": 7}})


@invariant
def numbers_differ() -> bool:
    return invoices.read(11)["number"] != invoices.read(12)["number"]


concurrently(lambda: invoice(11), lambda: invoice(12))
