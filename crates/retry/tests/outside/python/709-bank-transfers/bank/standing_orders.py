import json

from bank.database import connect
from bank.statements import GIVE, REMEMBER, TAKE


def handler(event, context):
    with connect() as conn, conn.cursor() as cursor:
        for record in event["Records"]:
            order = json.loads(record["body"])
            cursor.execute(REMEMBER, (record["messageId"], order["source"], order["target"], order["amount"]))
            if cursor.rowcount == 0:
                continue
            cursor.execute(TAKE, (order["amount"], order["source"], order["amount"]))
            if cursor.rowcount == 1:
                cursor.execute(GIVE, (order["amount"], order["target"]))
        conn.commit()
