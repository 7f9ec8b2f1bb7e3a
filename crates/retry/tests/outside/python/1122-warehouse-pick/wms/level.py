import json

from sqlalchemy import text

from .db import engine


def handler(event, context):
    sku = event["pathParameters"]["sku"]
    with engine.connect() as conn:
        qty = conn.execute(text("SELECT qty FROM stock WHERE sku = :sku"), {"sku": sku}).scalar_one_or_none()
    if qty is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"sku": sku, "qty": qty})}
