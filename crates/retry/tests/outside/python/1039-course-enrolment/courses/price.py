import json

from courses.db import connect


def handler(event, context):
    price = int(json.loads(event["body"])["price"])
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "UPDATE courses SET price = %s WHERE id = %s",
                (price, event["pathParameters"]["course"]),
            )
        conn.commit()
    finally:
        conn.close()
    return {"statusCode": 204}
