import json

from .db import open_connection


def add(event, context):
    litres = int(json.loads(event["body"])["litres"])
    conn = open_connection()
    try:
        with conn.cursor() as cursor:
            cursor.execute(
                "INSERT INTO readings (meter, litres) VALUES (%s, %s)",
                (event["pathParameters"]["meter"], litres),
            )
        conn.commit()
    finally:
        conn.close()
    return {"statusCode": 201}


def show(event, context):
    conn = open_connection()
    try:
        with conn.cursor() as cursor:
            cursor.execute("SELECT litres FROM readings WHERE meter = %s ORDER BY id", (event["pathParameters"]["meter"],))
            rows = cursor.fetchall()
    finally:
        conn.close()
    return {"statusCode": 200, "body": json.dumps([row[0] for row in rows])}
