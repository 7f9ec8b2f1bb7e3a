import json
import os

import psycopg
from pydantic import ValidationError

from models import Deposit, Withdrawal


def deposit(event, context):
    try:
        request = Deposit(**json.loads(event["body"]))
    except ValidationError:
        return {"statusCode": 422, "body": "invalid deposit"}
    if request.cents <= 0:
        return {"statusCode": 422, "body": "invalid amount"}
    with psycopg.connect(os.environ["DSN"]) as conn:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT INTO deposits (request_id, account_id, cents) VALUES (%s, %s, %s) "
                "ON CONFLICT (request_id) DO NOTHING",
                (request.request_id, request.account, request.cents),
            )
            if cur.rowcount == 1:
                cur.execute(
                    "UPDATE accounts SET balance = balance + %s WHERE id = %s",
                    (request.cents, request.account),
                )
    return {"statusCode": 204, "body": ""}


def withdraw(event, context):
    try:
        request = Withdrawal(**json.loads(event["body"]))
    except ValidationError:
        return {"statusCode": 422, "body": "invalid withdrawal"}
    with psycopg.connect(os.environ["DSN"]) as conn:
        cur = conn.execute(
            "UPDATE accounts SET balance = balance - %s WHERE id = %s AND balance >= %s",
            (request.cents, request.account, request.cents),
        )
        if cur.rowcount == 0:
            return {"statusCode": 402, "body": "not enough money"}
    return {"statusCode": 204, "body": ""}
