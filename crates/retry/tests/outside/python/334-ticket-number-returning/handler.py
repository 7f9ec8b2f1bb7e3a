import json
import os

import psycopg

INSERT = """
    INSERT INTO tickets (request, subject) VALUES (%s, %s)
    ON CONFLICT (request) DO UPDATE SET request = EXCLUDED.request
    RETURNING id, created_at
"""


def open_ticket(event, context):
    body = json.loads(event["body"])
    with psycopg.connect(os.environ["DSN"]) as connection:
        with connection.cursor() as cursor:
            cursor.execute(INSERT, (body["request"], body["subject"]))
            number, created_at = cursor.fetchone()
    return {
        "statusCode": 201,
        "body": json.dumps({"ticket": number, "created": created_at.isoformat()}),
    }
