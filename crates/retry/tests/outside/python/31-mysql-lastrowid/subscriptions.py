import json
import os

import pymysql
import pymysql.cursors

PLANS = {"free", "team", "enterprise"}


def connect():
    return pymysql.connect(
        host=os.environ["DB_HOST"],
        user="app",
        database="billing",
        cursorclass=pymysql.cursors.DictCursor,
    )


def subscribe(event, context):
    body = json.loads(event["body"])
    if body["plan"] not in PLANS:
        return {"statusCode": 422, "body": json.dumps({"error": "no such plan"})}
    connection = connect()
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO subscriptions (email, plan) VALUES (%s, %s)",
                (body["email"], body["plan"]),
            )
            number = cursor.lastrowid
        connection.commit()
    finally:
        connection.close()
    return {"statusCode": 201, "body": json.dumps({"subscription": number})}
