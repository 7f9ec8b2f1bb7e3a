import json

from sqlalchemy import text

from .db import engine


def is_new(record, body):
    with engine.begin() as conn:
        result = conn.execute(
            text(
                "INSERT INTO receipts (message_id, sku, qty) VALUES (:id, :sku, :qty) "
                "ON CONFLICT (message_id) DO NOTHING"
            ),
            {"id": record["messageId"], "sku": body["sku"], "qty": body["qty"]},
        )
        return result.rowcount == 1


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        if not is_new(record, body):
            continue
        with engine.begin() as conn:
            conn.execute(
                text("UPDATE stock SET qty = qty + :qty WHERE sku = :sku"),
                {"sku": body["sku"], "qty": body["qty"]},
            )
