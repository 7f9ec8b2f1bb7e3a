import json
import os

from src.models import Order, Quote
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

engine = create_engine(os.environ["DATABASE_URL"])


def place(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        with Session(engine) as session:
            session.add(Order(id=body["id"], customer=body["customer"], cents=body["cents"]))
            try:
                session.commit()
            except IntegrityError:
                session.rollback()


def quote(event, context):
    body = json.loads(event["body"])
    with Session(engine, expire_on_commit=False) as session:
        offer = Quote(customer=body["customer"], cents=sum(body["prices"]))
        session.add(offer)
        session.commit()
    return {"statusCode": 201, "body": json.dumps({"quote": offer.id, "cents": offer.cents})}
