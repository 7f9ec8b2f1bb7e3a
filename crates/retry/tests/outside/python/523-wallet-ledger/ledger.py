import json
import os

import psycopg2

connection = psycopg2.connect(os.environ["DATABASE_URL"])

REMEMBER = """
    INSERT INTO entries (message_id, wallet_id, cents)
    VALUES (%s, %s, %s)
    ON CONFLICT (message_id) DO NOTHING
"""
BOOK = "UPDATE wallets SET balance = balance + %s WHERE wallet_id = %s"


def book(message_id, wallet_id, cents):
    # one transaction: "with connection" commits at its end
    with connection:
        with connection.cursor() as cursor:
            cursor.execute(REMEMBER, (message_id, wallet_id, cents))
            if cursor.rowcount == 1:
                cursor.execute(BOOK, (cents, wallet_id))


def handler(event, context):
    for record in event["Records"]:
        entry = json.loads(record["body"])
        book(record["messageId"], entry["wallet"], int(entry["cents"]))
