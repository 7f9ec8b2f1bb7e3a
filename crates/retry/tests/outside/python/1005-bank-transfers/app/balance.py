import json

from db import connect


def handler(event, context):
    with connect() as conn, conn.cursor() as cur:
        cur.execute("SELECT balance FROM accounts WHERE id = %s", (event["pathParameters"]["id"],))
        row = cur.fetchone()
    if row is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"balance": row[0]})}
