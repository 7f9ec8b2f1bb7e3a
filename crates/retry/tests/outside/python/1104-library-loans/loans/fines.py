from .db import connection

FINE = 50


def nightly(event, context):
    today = event["time"][:10]
    conn = connection()
    with conn:
        with conn.cursor() as cur:
            cur.execute(
                """
                UPDATE members SET fines_cents = fines_cents + %s
                WHERE id IN (SELECT member FROM loans WHERE NOT returned AND due < %s)
                """,
                (FINE, today),
            )
            print(f"fined {cur.rowcount} members")
