import json

from db import connect


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["body"])
        with connect() as conn:
            with conn.cursor() as cur:
                cur.execute(
                    "INSERT INTO reservations (id, sku, quantity, status) "
                    "VALUES (%s, %s, %s, 'held') ON CONFLICT (id) DO NOTHING",
                    (message["reservationId"], message["sku"], message["quantity"]),
                )
                if cur.rowcount == 1:
                    cur.execute(
                        "UPDATE stock SET available = available - %s WHERE sku = %s",
                        (message["quantity"], message["sku"]),
                    )
