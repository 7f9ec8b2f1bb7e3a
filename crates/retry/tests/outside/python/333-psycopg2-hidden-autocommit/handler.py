import json

import db


def withdraw(event, context):
    conn = db.connection()
    cursor = conn.cursor()
    for record in event["Records"]:
        message = json.loads(record["body"])
        cursor.execute(
            "INSERT INTO handled (id) VALUES (%s) ON CONFLICT (id) DO NOTHING",
            (record["messageId"],),
        )
        if cursor.rowcount == 0:
            continue
        cursor.execute(
            "UPDATE accounts SET balance = balance - %s WHERE id = %s",
            (int(message["cents"]), message["account"]),
        )
    conn.commit()
    cursor.close()
