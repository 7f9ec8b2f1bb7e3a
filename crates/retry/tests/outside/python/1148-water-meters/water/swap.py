import json

import pymysql

from .db import open_connection


def handler(event, context):
    swap = json.loads(event["body"])
    conn = open_connection()
    try:
        with conn.cursor() as cursor:
            cursor.execute(
                "INSERT INTO swaps (id, household, new_meter) VALUES (%s, %s, %s)",
                (swap["id"], swap["household"], swap["newMeter"]),
            )
            cursor.execute(
                "UPDATE meters SET swaps = swaps + 1 WHERE id = %s", (swap["newMeter"],)
            )
        conn.commit()
    except pymysql.err.IntegrityError:
        conn.rollback()  # asked before
    finally:
        conn.close()
    return {"statusCode": 200, "body": json.dumps({"swap": swap["id"]})}
