import json
import os

from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)

UPSERT = text(
    "INSERT INTO stock (sku, quantity) VALUES (:sku, :quantity) "
    "ON CONFLICT (sku) DO UPDATE SET quantity = EXCLUDED.quantity"
)
ADJUST = text("UPDATE stock SET quantity = quantity + :delta WHERE sku = :sku")
FIND = text("SELECT quantity FROM stock WHERE sku = :sku")


def set_stock(event, context):
    quantity = json.loads(event["body"])["quantity"]
    with engine.begin() as connection:
        connection.execute(UPSERT, {"sku": event["pathParameters"]["sku"], "quantity": quantity})
    return {"statusCode": 204}


def adjust(event, context):
    changes = [json.loads(record["body"]) for record in event["Records"]]
    with engine.begin() as connection:
        for change in changes:
            connection.execute(ADJUST, {"sku": change["sku"], "delta": change["delta"]})


def stock(event, context):
    with engine.connect() as connection:
        row = connection.execute(FIND, {"sku": event["pathParameters"]["sku"]}).first()
    if row is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"quantity": row.quantity})}
