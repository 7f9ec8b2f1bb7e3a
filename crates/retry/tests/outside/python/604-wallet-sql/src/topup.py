import json
import os

import psycopg2

conn = psycopg2.connect(os.environ["DATABASE_URL"])
conn.autocommit = True


def handler(event, context):
    body = json.loads(event["body"])
    with conn.cursor() as cur:
        cur.execute(
            "INSERT INTO topups (id, account, amount) VALUES (%s, %s, %s) ON CONFLICT (id) DO NOTHING",
            (body["id"], body["account"], body["amount"]),
        )
        if cur.rowcount == 1:
            cur.execute(
                "UPDATE accounts SET balance = balance + %s WHERE id = %s",
                (body["amount"], body["account"]),
            )
    return {"statusCode": 200, "body": json.dumps({"id": body["id"]})}
