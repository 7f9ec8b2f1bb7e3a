import json

from db import cursor


class Insufficient(Exception):
    pass


def withdraw(event, context):
    body = json.loads(event["body"])
    try:
        with cursor() as cur:
            cur.execute(
                "INSERT INTO requests (id) VALUES (%s) ON CONFLICT DO NOTHING",
                (body["requestId"],),
            )
            if cur.rowcount == 1:
                cur.execute(
                    "UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s",
                    (body["amount"], body["account"], body["amount"]),
                )
                if cur.rowcount == 0:
                    raise Insufficient(body["account"])
    except Insufficient:
        return {"statusCode": 409, "body": json.dumps({"error": "insufficient funds"})}
    return {"statusCode": 200, "body": json.dumps({"requestId": body["requestId"]})}


def balance(event, context):
    with cursor() as cur:
        cur.execute("SELECT balance FROM accounts WHERE id = %s", (event["pathParameters"]["id"],))
        row = cur.fetchone()
    if row is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"balance": row[0]})}
