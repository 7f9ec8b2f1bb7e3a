import json
import os

import pymysql
import pymysql.cursors


def connect():
    return pymysql.connect(
        host=os.environ["DB_HOST"],
        user="hotel",
        password=os.environ["DB_PASSWORD"],
        database="hotel",
        cursorclass=pymysql.cursors.DictCursor,
    )


def mark_clean(event, context):
    room = event["pathParameters"]["room"]
    who = json.loads(event["body"])["cleaner"]
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute("UPDATE rooms SET state = 'clean', cleaned_by = %s WHERE id = %s", (who, room))
            changed = cursor.rowcount
        conn.commit()
    finally:
        conn.close()
    if changed == 0:
        return {"statusCode": 404, "body": json.dumps({"error": f"no room {room}"})}
    return {"statusCode": 200, "body": json.dumps({"room": room, "state": "clean"})}


def checkout(event, context):
    room = event["pathParameters"]["room"]
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute("UPDATE rooms SET state = 'dirty' WHERE id = %s", (room,))
        conn.commit()
    finally:
        conn.close()
    return {"statusCode": 204}


def board(event, context):
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute("SELECT id, state, cleaned_by FROM rooms ORDER BY id")
            rooms = cursor.fetchall()
    finally:
        conn.close()
    return {"statusCode": 200, "body": json.dumps(rooms)}
