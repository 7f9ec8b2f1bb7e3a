import json

from db import connect


def handler(event, context):
    amount = int(json.loads(event["body"])["amount"])
    if amount <= 0:
        return {"statusCode": 422, "body": json.dumps({"error": "amount must be positive"})}
    with connect() as conn, conn.cursor() as cur:
        cur.execute(
            "UPDATE accounts SET balance = balance + %s WHERE id = %s RETURNING balance",
            (amount, event["pathParameters"]["id"]),
        )
        row = cur.fetchone()
    if row is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"balance": row[0]})}
