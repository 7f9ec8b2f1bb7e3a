import json
import os

from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_size=1)

REMEMBER = text("INSERT INTO handled (id) VALUES (:id) ON CONFLICT (id) DO NOTHING")
DEPOSIT = text("UPDATE accounts SET balance = balance + :cents WHERE id = :account")


def apply(message_id, account, cents):
    with engine.begin() as connection:
        remembered = connection.execute(REMEMBER, {"id": message_id})
        if remembered.rowcount == 1:
            connection.execute(DEPOSIT, {"cents": cents, "account": account})


def deposit(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        apply(record["messageId"], message["account"], int(message["cents"]))
