import json

from sqlalchemy import text

from .db import engine

REMEMBER = text(
    "INSERT INTO picks (message_id, sku, qty) VALUES (:id, :sku, :qty) ON CONFLICT (message_id) DO NOTHING"
)
TAKE = text("UPDATE stock SET qty = qty - :qty WHERE sku = :sku")


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with engine.begin() as conn:
            inserted = conn.execute(REMEMBER, {"id": record["messageId"], "sku": body["sku"], "qty": body["qty"]})
            if inserted.rowcount:
                conn.execute(TAKE, {"sku": body["sku"], "qty": body["qty"]})
