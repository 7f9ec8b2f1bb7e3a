import json
import os

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from models import Order

engine = create_engine(os.environ["DATABASE_URL"])


def place_order(event, context):
    body = json.loads(event["body"])
    with Session(engine, expire_on_commit=False) as session, session.begin():
        order = Order(
            customer=body["customer"],
            quantity=int(body["quantity"]),
            sku=body["sku"],
        )
        session.add(order)
    return {"statusCode": 201, "body": json.dumps({"customer": body["customer"]})}
