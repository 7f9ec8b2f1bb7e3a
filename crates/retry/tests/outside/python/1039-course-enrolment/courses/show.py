import json

from courses.db import connect


def handler(event, context):
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "SELECT seats, price FROM courses WHERE id = %s", (event["pathParameters"]["course"],)
            )
            row = cur.fetchone()
    finally:
        conn.close()
    if row is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"seats": row[0], "price": row[1]})}
