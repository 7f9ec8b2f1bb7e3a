import json
import os

import pymysql

UPSERT = (
    "INSERT INTO visits (page, total) VALUES (%s, 1) "
    "ON DUPLICATE KEY UPDATE total = total + 1"
)


def connect():
    return pymysql.connect(
        host=os.environ["DB_HOST"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database="stats",
        autocommit=True,
    )


def track(event, context):
    page = json.loads(event["body"])["page"]
    connection = connect()
    try:
        with connection.cursor() as cursor:
            cursor.execute(UPSERT, (page,))
    finally:
        connection.close()
    return {"statusCode": 204, "body": ""}
