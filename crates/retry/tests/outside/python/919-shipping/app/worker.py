import json
import os

import pymysql


def connect():
    return pymysql.connect(
        host=os.environ["DB_HOST"],
        user="shipping",
        password=os.environ["DB_PASSWORD"],
        database="shipping",
    )


def handler(event, context):
    connection = connect()
    try:
        with connection.cursor() as cursor:
            for record in event["Records"]:
                shipment = json.loads(record["body"])
                cursor.execute(
                    "INSERT IGNORE INTO shipments (order_id, address, status, created_at) "
                    "VALUES (%s, %s, 'requested', NOW())",
                    (shipment["orderId"], shipment["address"]),
                )
                connection.commit()
    finally:
        connection.close()
