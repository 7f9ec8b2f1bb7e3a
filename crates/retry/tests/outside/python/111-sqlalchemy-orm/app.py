import json
import os

from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import sessionmaker

from models import Account

engine = create_engine(os.environ["DATABASE_URL"])
Session = sessionmaker(bind=engine)


def register(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        session = Session()
        try:
            session.add(Account(id=body["id"], owner=body["owner"], balance=0))
            session.commit()
        except IntegrityError:
            session.rollback()
        finally:
            session.close()


def withdraw(event, context):
    body = json.loads(event["body"])
    with Session() as session:
        account = session.get(Account, body["account"])
        if account is None or account.balance < body["amount"]:
            return {"statusCode": 409}
        account.balance -= body["amount"]
        session.commit()
        return {"statusCode": 200}
