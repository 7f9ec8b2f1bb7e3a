import json

from .database import connect


def handler(event, context):
    conn = connect()
    try:
        for record in event["Records"]:
            purchase = json.loads(record["body"])
            points = purchase["cents"] // 100
            with conn.cursor() as cur:
                cur.execute(
                    "INSERT IGNORE INTO processed (message_id) VALUES (%s)", (record["messageId"],)
                )
                if cur.rowcount == 1:
                    cur.execute(
                        "UPDATE members SET points = points + %s WHERE id = %s",
                        (points, purchase["member"]),
                    )
            conn.commit()
    finally:
        conn.close()
