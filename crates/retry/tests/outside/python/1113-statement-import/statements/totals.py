import os

import psycopg

from .source import read_rows


def handler(event, context):
    with psycopg.connect(os.environ["DSN"]) as conn:
        for record in event["Records"]:
            for row in read_rows(record):
                conn.execute(
                    """
                    INSERT INTO totals (iban, cents) VALUES (%s, %s)
                    ON CONFLICT (iban) DO UPDATE SET cents = totals.cents + EXCLUDED.cents
                    """,
                    (row["iban"], int(row["cents"])),
                )
            conn.commit()
