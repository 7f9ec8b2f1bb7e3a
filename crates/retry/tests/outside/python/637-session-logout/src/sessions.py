import json
import os

import pymysql

connection = pymysql.connect(
    host=os.environ["DB_HOST"],
    user="sessions",
    password=os.environ["DB_PASSWORD"],
    database="auth",
    autocommit=False,
)


def logout_everywhere(event, context):
    with connection.cursor() as cursor:
        ended = cursor.execute(
            "DELETE FROM sessions WHERE user_id = %s", (event["pathParameters"]["user"],)
        )
    connection.commit()
    return {"statusCode": 200, "body": json.dumps({"ended": ended})}


def block(event, context):
    reason = json.loads(event["body"])["reason"]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT IGNORE INTO blocked_users (user_id, reason, blocked_at) VALUES (%s, %s, NOW())",
            (event["pathParameters"]["user"], reason[:200]),
        )
    connection.commit()
    return {"statusCode": 204}
