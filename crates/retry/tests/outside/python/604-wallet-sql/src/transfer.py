import json
import os
from dataclasses import dataclass
from decimal import Decimal

import psycopg2

conn = psycopg2.connect(os.environ["DATABASE_URL"])


@dataclass(frozen=True)
class Transfer:
    id: str
    debtor: str
    creditor: str
    amount: Decimal

    @classmethod
    def parse(cls, text):
        raw = json.loads(text)
        return cls(raw["id"], raw["from"], raw["to"], Decimal(str(raw["amount"])))


def execute(transfer):
    with conn, conn.cursor() as cur:
        cur.execute(
            "INSERT INTO transfers (id, debtor, creditor, amount) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (id) DO NOTHING",
            (transfer.id, transfer.debtor, transfer.creditor, transfer.amount),
        )
        if cur.rowcount == 0:
            return
        cur.execute(
            "UPDATE accounts SET balance = balance - %s WHERE id = %s",
            (transfer.amount, transfer.debtor),
        )
        cur.execute(
            "UPDATE accounts SET balance = balance + %s WHERE id = %s",
            (transfer.amount, transfer.creditor),
        )


def handler(event, context):
    for record in event["Records"]:
        execute(Transfer.parse(record["body"]))
