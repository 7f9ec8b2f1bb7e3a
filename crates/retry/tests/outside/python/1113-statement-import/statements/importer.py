import logging
import os

import psycopg

from .source import read_rows

log = logging.getLogger(__name__)

INSERT = """
    INSERT INTO entries (reference, iban, booked_on, cents)
    VALUES (%s, %s, %s, %s)
    ON CONFLICT (reference) DO NOTHING
"""


def handler(event, context):
    with psycopg.connect(os.environ["DSN"], autocommit=True) as conn:
        for record in event["Records"]:
            rows = read_rows(record)
            for row in rows:
                conn.execute(INSERT, (row["reference"], row["iban"], row["date"], int(row["cents"])))
            log.info("%d rows", len(rows))
