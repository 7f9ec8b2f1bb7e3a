"""Locks the row, so nothing can go wrong: or can it?"""
import json
import os

import psycopg


def connect():
    return psycopg.connect(os.environ["DSN"], autocommit=True)


def deposit(event, context):
    account = event["pathParameters"]["id"]
    amount = int(json.loads(event["body"])["amount"])
    with connect() as connection:
        with connection.transaction():
            row = connection.execute(
                "SELECT balance FROM accounts WHERE id = %s FOR UPDATE", (account,)
            ).fetchone()
            if row is None:
                return {"statusCode": 404}
            connection.execute(
                "UPDATE accounts SET balance = %s WHERE id = %s", (row[0] + amount, account)
            )
    return {"statusCode": 200, "body": json.dumps({"deposited": amount})}
