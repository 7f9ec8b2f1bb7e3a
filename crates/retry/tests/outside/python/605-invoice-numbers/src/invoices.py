import os

import psycopg

DSN = os.environ["DSN"]


def cents(lines):
    return sum(line["unit_cents"] * line["quantity"] for line in lines)


def issue_invoice(event, context):
    """Task of the order state machine; the number of an order never changes."""
    with psycopg.connect(DSN) as conn:
        row = conn.execute(
            """
            INSERT INTO invoices (order_id, total_cents) VALUES (%s, %s)
            ON CONFLICT (order_id) DO UPDATE SET total_cents = invoices.total_cents
            RETURNING number
            """,
            (event["orderId"], cents(event["lines"])),
        ).fetchone()
    return {"orderId": event["orderId"], "number": row[0]}


def issue_credit_note(event, context):
    with psycopg.connect(DSN) as conn:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT INTO credit_notes (order_id, total_cents) VALUES (%s, %s) RETURNING number",
                (event["orderId"], -cents(event["lines"])),
            )
            number = cur.fetchone()[0]
    return {"orderId": event["orderId"], "number": number}
