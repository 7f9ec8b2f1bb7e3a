import json

from bank.database import connect
from bank.statements import GIVE, REMEMBER, TAKE


class InsufficientFunds(Exception):
    pass


def execute(conn, order):
    with conn.transaction():
        inserted = conn.execute(REMEMBER, (order["id"], order["source"], order["target"], order["amount"]))
        if inserted.rowcount == 0:
            return
        taken = conn.execute(TAKE, (order["amount"], order["source"], order["amount"]))
        if taken.rowcount == 0:
            raise InsufficientFunds(order["source"])
        conn.execute(GIVE, (order["amount"], order["target"]))


def handler(event, context):
    order = json.loads(event["body"])
    with connect() as conn:
        try:
            execute(conn, order)
        except InsufficientFunds:
            return {"statusCode": 422, "body": json.dumps({"error": "insufficient funds"})}
    return {"statusCode": 200, "body": json.dumps({"id": order["id"]})}
