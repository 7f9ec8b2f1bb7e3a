import json
import os

import psycopg


def entries(event, context):
    iban = event["pathParameters"]["iban"]
    with psycopg.connect(os.environ["DSN"]) as conn:
        rows = conn.execute(
            "SELECT reference, cents, imported_at FROM entries WHERE iban = %s ORDER BY booked_on", (iban,)
        ).fetchall()
    return {
        "statusCode": 200,
        "body": json.dumps([{"reference": r[0], "cents": r[1], "importedAt": str(r[2])} for r in rows]),
    }
