"""Top up a wallet. The request id makes it happen once."""
import json
import os

import psycopg2

connection = psycopg2.connect(os.environ["DATABASE_URL"])


def book(wallet: str, request: str, amount: int) -> None:
    with connection:  # commits, or rolls back if something is raised
        with connection.cursor() as cursor:
            cursor.execute(
                """
                INSERT INTO top_ups (request_id, wallet_id, amount)
                VALUES (%s, %s, %s)
                ON CONFLICT (request_id) DO NOTHING
                """,
                (request, wallet, amount),
            )
            if cursor.rowcount == 1:
                cursor.execute(
                    "UPDATE wallets SET balance = balance + %s WHERE id = %s",
                    (amount, wallet),
                )


def top_up(event, context):
    body = json.loads(event["body"])
    amount = int(body["amount"])
    if amount < 1:
        return {"statusCode": 422, "body": json.dumps({"error": "amount"})}
    book(event["pathParameters"]["id"], body["request_id"], amount)
    return {"statusCode": 202, "body": json.dumps({"request": body["request_id"]})}
